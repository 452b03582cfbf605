"""The sentences about films and their hands; part of `texts.TEXTS`."""

from __future__ import annotations

# key: (zh-Hans, zh-Hant, en)
FILM_TEXTS: dict[str, tuple[str, str, str]] = {
    # where the hands come from
    "film_upload": ("选择一段影片", "選擇一段影片", "Choose a film"),
    "film_intro": (
        "上传牌局录像，找出其中每一副和牌并算番。",
        "上傳牌局錄影，找出其中每一副和牌並算番。",
        "Send a recording of a game: every finished hand in it is found and scored.",
    ),
    "film_limit": (
        "MP4、MOV、MKV、WebM 或 AVI，最大 {megabytes} MB；更长的影片请用 "
        "fanlens footage 影片 --out 文件夹 --review。",
        "MP4、MOV、MKV、WebM 或 AVI，最大 {megabytes} MB；更長的影片請用 "
        "fanlens footage 影片 --out 資料夾 --review。",
        "MP4, MOV, MKV, WebM or AVI, up to {megabytes} MB; for longer films use "
        "fanlens footage FILM --out FOLDER --review.",
    ),
    "film_privacy": (
        "影片只在这台服务器上读取，结果留在它的数据文件夹里，直到你删除；有本页网址的人都能打开。",
        "影片只在這台伺服器上讀取，結果留在它的資料夾裡，直到你刪除；有本頁網址的人都能打開。",
        "Films are read on this server alone; the result stays in its data folder until you delete "
        "it, and whoever has the address of the page can open it.",
    ),
    "film_known": (
        "整段影片都一样的情况",
        "整段影片都一樣的情況",
        "What holds for every hand of the film",
    ),
    "film_path": (
        "或打开本机上的结果文件夹或影片",
        "或打開本機上的結果資料夾或影片",
        "Or open a folder of results, or a film, on this machine",
    ),
    "film_earlier": ("以前的影片", "以前的影片", "Films sent before"),
    "film_other": ("换一段影片", "換一段影片", "Another film"),
    "film_forget": ("删除影片和结果", "刪除影片和結果", "Delete film and result"),
    "film_forget_sure": (
        "影片和所有更正都会删除，无法恢复。",
        "影片和所有更正都會刪除，無法復原。",
        "The film and everything said of its hands will be gone for good.",
    ),
    # what goes wrong with a film
    "film_empty": (
        "这个文件是空的：请重新录制或重新发送影片。",
        "這個檔案是空的：請重新錄製或重新傳送影片。",
        "The file is empty: record or send the film again.",
    ),
    "film_too_large": (
        "影片太大：请剪短一些，或用 fanlens footage 命令处理。",
        "影片太大：請剪短一些，或用 fanlens footage 命令處理。",
        "The film is too large: send a shorter one, or use the command fanlens footage.",
    ),
    "film_unreadable": (
        "这不是能读取的影片，或者已损坏：请选择 MP4、MOV、MKV、WebM 或 AVI 影片，或重新发送。",
        "這不是能讀取的影片，或者已損壞：請選擇 MP4、MOV、MKV、WebM 或 AVI 影片，或重新傳送。",
        "This is no film that can be read, or it is damaged: choose an MP4, MOV, MKV, WebM or AVI "
        "film, or send it again.",
    ),
    "film_not_taken": (
        "没有读取：请选择 MP4、MOV、MKV、WebM 或 AVI 影片，最大 {megabytes} MB。",
        "沒有讀取：請選擇 MP4、MOV、MKV、WebM 或 AVI 影片，最大 {megabytes} MB。",
        "Not taken: choose an MP4, MOV, MKV, WebM or AVI film of at most {megabytes} MB.",
    ),
    "film_missing": (
        "本机上没有这个文件或文件夹：请检查路径。",
        "本機上沒有這個檔案或資料夾：請檢查路徑。",
        "There is no such file or folder on this machine: check the path.",
    ),
    "film_unknown": (
        "没有这个网址对应的影片：可能已被删除，请重新上传。",
        "沒有這個網址對應的影片：可能已被刪除，請重新上傳。",
        "There is no film for this address: it may have been deleted; send it again.",
    ),
    "films_full": (
        "保存的影片太多：请先删除一些。",
        "保存的影片太多：請先刪除一些。",
        "Too many films are kept: delete some of them first.",
    ),
    "films_no_room": (
        "磁盘空间不够：请先腾出一些空间。",
        "磁碟空間不夠：請先騰出一些空間。",
        "There is too little free disk space for this film: make some room first.",
    ),
    "film_failed": (
        "影片没有处理完：已完成的部分会保留，请点“继续”。",
        "影片沒有處理完：已完成的部分會保留，請點「繼續」。",
        "The film was not finished: what is done is kept, so tap “Go on”.",
    ),
    "film_go_on": ("继续", "繼續", "Go on"),
    "film_stop": ("停止并删除", "停止並刪除", "Stop and delete"),
    # on its way
    "film_waiting": (
        "{name}：前面还有 {before} 段影片",
        "{name}：前面還有 {before} 段影片",
        "{name}: films to be scored before it: {before}",
    ),
    "film_starting": ("{name}：正在开始……", "{name}：正在開始……", "{name}: starting…"),
    "film_working": ("{name}：{share}%", "{name}：{share}%", "{name}: {share} %"),
    "film_working_left": (
        "{name}：{share}%，约剩 {left}",
        "{name}：{share}%，約剩 {left}",
        "{name}: {share} %, about {left} left",
    ),
    "film_leave": (
        "可以离开本页：处理会继续，用本页网址回来即可。",
        "可以離開本頁：處理會繼續，用本頁網址回來即可。",
        "You may leave: the work goes on, and the address of this page leads back to it.",
    ),
    # folders of results
    "footage_none": (
        "{path} 里没有结果：请选择 fanlens footage --out 写出的文件夹。",
        "{path} 裡沒有結果：請選擇 fanlens footage --out 寫出的資料夾。",
        "There are no results in {path}: choose a folder that fanlens footage --out has written.",
    ),
    "footage_closed": (
        "{path} 打不开：请检查路径和权限。",
        "{path} 打不開：請檢查路徑和權限。",
        "{path} cannot be opened: check the path and its permissions.",
    ),
    "footage_damaged": (
        "{path} 已损坏：请删除该文件，再运行一次 fanlens footage。",
        "{path} 已損壞：請刪除該檔案，再執行一次 fanlens footage。",
        "{path} is damaged: delete it and run fanlens footage again.",
    ),
    "footage_review_damaged": (
        "{path} 已损坏，未采用其中任何内容：请修复或移走该文件。",
        "{path} 已損壞，未採用其中任何內容：請修復或移走該檔案。",
        "{path} is damaged and nothing of it was used: correct the file or move it away.",
    ),
    "footage_cannot_save": (
        "无法写入结果文件夹，这次改动没有保存：请检查权限和剩余空间。",
        "無法寫入結果資料夾，這次改動沒有儲存：請檢查權限和剩餘空間。",
        "The folder of results cannot be written to and this change is not kept: check its "
        "permissions and free space.",
    ),
    "footage_lists_failed": (
        "hands.csv、hands.jsonl 和 sheet.jpg 无法写出：请检查结果文件夹；改动本身已保存。",
        "hands.csv、hands.jsonl 和 sheet.jpg 無法寫出：請檢查結果資料夾；改動本身已儲存。",
        "hands.csv, hands.jsonl and sheet.jpg cannot be written: check the folder of results; "
        "what was said of the hands is kept.",
    ),
    # the list
    "footage_film": ("影片", "影片", "Film"),
    "footage_show": ("显示", "顯示", "Show"),
    "footage_all": ("全部 {count}", "全部 {count}", "All {count}"),
    "footage_in_doubt": ("存疑 {count}", "存疑 {count}", "In doubt {count}"),
    "footage_deleted": ("已删 {count}", "已刪 {count}", "Deleted {count}"),
    "footage_empty_all": (
        "这段影片里没有找到和牌。",
        "這段影片裡沒有找到和牌。",
        "No finished hand was found in this film.",
    ),
    "footage_empty_in_doubt": ("没有存疑的牌。", "沒有存疑的牌。", "No hand is in doubt."),
    "footage_empty_deleted": ("没有删除的牌。", "沒有刪除的牌。", "No hand is deleted."),
    "footage_page": ("页", "頁", "Page"),
    "footage_doubt": ("存疑", "存疑", "In doubt"),
    "footage_state_found": ("待确认", "待確認", "Found"),
    "footage_state_confirmed": ("已确认", "已確認", "Confirmed"),
    "footage_state_corrected": ("已更正", "已更正", "Corrected"),
    "footage_state_deleted": ("已删除", "已刪除", "Deleted"),
    "footage_frames": (
        "{read} 帧中 {agreed} 帧一致",
        "{read} 幀中 {agreed} 幀一致",
        "{agreed} of {read} frames agree",
    ),
    "footage_hand_at": ("{time} 的牌", "{time} 的牌", "Hand at {time}"),
    "footage_confirm": ("确认", "確認", "Confirm"),
    "footage_correct": ("更正", "更正", "Correct"),
    "footage_delete": ("删除", "刪除", "Delete"),
    "footage_restore": ("恢复", "復原", "Bring back"),
    "footage_watch": ("看影片", "看影片", "Watch"),
    "footage_too_large": (
        "影片太大，不能在这里播放：请打开 {path}，跳到 {time}。",
        "影片太大，不能在這裡播放：請打開 {path}，跳到 {time}。",
        "The film is too large to be played here: open {path} and go to {time}.",
    ),
    "footage_no_film": (
        "没有画出结果的影片；牌出现在 {path} 的 {time}。",
        "沒有畫出結果的影片；牌出現在 {path} 的 {time}。",
        "No film with the hands drawn in was made; the hand is at {time} in {path}.",
    ),
    # one hand
    "footage_back": ("返回列表", "返回列表", "Back to the list"),
    "footage_before": ("上一副", "上一副", "Previous"),
    "footage_after": ("下一副", "下一副", "Next"),
    "footage_unknown": ("未知", "未知", "Unknown"),
    "footage_confirm_hand": ("这副牌没错", "這副牌沒錯", "This hand is right"),
    "footage_gone": (
        "这副牌已不在结果里。",
        "這副牌已不在結果裡。",
        "This hand is no longer among the results.",
    ),
    "footage_unkept_hand": ("还没有保存：{why}", "還沒有儲存：{why}", "Not kept yet: {why}"),
    "footage_unkept_hidden": (
        "还没有保存：请先指明盖着的牌是什么。",
        "還沒有儲存：請先指明蓋著的牌是什麼。",
        "Not kept yet: say which tile lies face down.",
    ),
    "footage_unkept_questions": (
        "还没有保存：还有 {count} 处要确认。",
        "還沒有儲存：還有 {count} 處要確認。",
        "Not kept yet: questions still to be answered: {count}.",
    ),
}
