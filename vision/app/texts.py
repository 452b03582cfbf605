"""Every sentence of the page, in simplified Chinese, traditional Chinese and English."""

from __future__ import annotations

from scoring.names import LANGUAGES, UnknownLanguage
from scoring.rules import Option
from vision.app.texts_of_films import FILM_TEXTS

LANGUAGE_NAMES = {"zh-Hans": "简体中文", "zh-Hant": "繁體中文", "en": "English"}

# key: (zh-Hans, zh-Hant, en)
TEXTS: dict[str, tuple[str, str, str]] = {
    "title": ("看番", "看番", "Fanlens"),
    # navigation
    "page_score": ("算番", "算番", "Score"),
    "page_footage": ("影片", "影片", "Films"),
    "page_table": ("牌桌", "牌桌", "Table"),
    "page_help": ("帮助", "說明", "Help"),
    "language": ("语言", "語言", "Language"),
    # where a hand comes from
    "source": ("牌从哪里来", "牌從哪裡來", "Where the hand comes from"),
    "source_upload": ("照片", "照片", "Photo"),
    "source_camera": ("相机", "相機", "Camera"),
    "source_type": ("输入", "輸入", "Type"),
    "upload": (
        "拍照或选择照片（可多张）",
        "拍照或選擇照片（可多張）",
        "Take or choose photos",
    ),
    "camera": ("对准整副牌拍照", "對準整副牌拍照", "Fit the whole hand into the frame"),
    "shutter": ("拍照 / 重拍", "拍照 / 重拍", "Take / clear"),
    "privacy": (
        "照片只在这台服务器上读取，不转发，关闭页面即丢弃；只有你自己保存的才会留下。",
        "照片只在這台伺服器上讀取，不轉發，關閉頁面即丟棄；只有你自己保存的才會留下。",
        "Photos are read on this server, sent nowhere else and forgotten with the page; "
        "only what you save stays.",
    ),
    "type_label": ("手牌", "手牌", "Hand"),
    "type_help": (
        "例：[234s,1][FFFF]234m23p55p4p|EE1000|ag，最后一张为和牌张；也可写中文：一二三万 东东",
        "例：[234s,1][FFFF]234m23p55p4p|EE1000|ag，最後一張為和牌張；也可寫中文：一二三萬 東東",
        "For example [234s,1][FFFF]234m23p55p4p|EE1000|ag; the last standing tile has won. "
        "Chinese works too: 一二三万 东东",
    ),
    "notation": (
        "第 {position} 个字符有误：{message}",
        "第 {position} 個字元有誤：{message}",
        "At character {position}: {message}",
    ),
    "type_start": ("从空手开始点牌", "從空手開始點牌", "Start empty and tap tiles"),
    "example_note": (
        "这是示例照片，点任何一张牌都可以改。",
        "這是示例照片，點任何一張牌都可以改。",
        "This is an example. Tap any tile to change it.",
    ),
    "to_example": ("看示例", "看示例", "Show the example"),
    "reading": ("正在认牌……", "正在認牌……", "Reading the tiles…"),
    "several": ("{count} 张照片", "{count} 張照片", "{count} photos"),
    "too_many_photos": (
        "一次最多读 {count} 张，其余未读。",
        "一次最多讀 {count} 張，其餘未讀。",
        "At most {count} photos are read at once; the others were left out.",
    ),
    # the reading
    "photo": ("照片", "照片", "Photo"),
    "hand": ("手牌", "手牌", "Hand"),
    "standing": ("立牌", "立牌", "Concealed"),
    "winning_tile": ("和牌张", "和牌張", "Winning tile"),
    "flowers": ("花牌", "花牌", "Flowers"),
    "unused": ("未采用", "未採用", "Not used"),
    "empty_hand": (
        "还没有牌：点“加牌”。",
        "還沒有牌：點「加牌」。",
        "No tiles yet: tap “Add tile”.",
    ),
    "undo": ("撤销", "復原", "Undo"),
    "add_tile": ("加牌", "加牌", "Add tile"),
    "adding": ("要加哪张牌？", "要加哪張牌？", "Which tile to add?"),
    "adjust": ("旋转 / 裁剪", "旋轉 / 裁切", "Rotate / crop"),
    "turn_left": ("向左转", "向左轉", "Turn left"),
    "turn_right": ("向右转", "向右轉", "Turn right"),
    "crop_x": ("左右范围（%）", "左右範圍（%）", "From left to right (%)"),
    "crop_y": ("上下范围（%）", "上下範圍（%）", "From top to bottom (%)"),
    "read_again": ("重新认牌", "重新認牌", "Read again"),
    "close": ("完成", "完成", "Done"),
    # the editor of a tile
    "likely": ("可能是", "可能是", "Likely"),
    "delete": ("去掉", "去掉", "Take out"),
    "make_winner": ("和的是这张", "和的是這張", "This tile won"),
    "to_hand": ("放回立牌", "放回立牌", "Into the hand"),
    "dissolve": ("整组放回立牌", "整組放回立牌", "Set back into the hand"),
    "declare": ("副露为", "副露為", "Declare as"),
    "join": ("并入", "併入", "Into the set"),
    "kind": ("这一组是", "這一組是", "This set is"),
    "chow": ("吃", "吃", "Chow"),
    "pung": ("碰", "碰", "Pung"),
    "exposed_kong": ("明杠", "明槓", "Exposed kong"),
    "added_kong": ("加杠", "加槓", "Added kong"),
    "concealed_kong": ("暗杠", "暗槓", "Concealed kong"),
    # questions
    "unsure": ("请确认", "請確認", "Please check"),
    "right_as_is": ("没错", "沒錯", "It is right"),
    "understood": ("知道了", "知道了", "Understood"),
    "all_right": ("全部没错", "全部沒錯", "All is right"),
    "in_question": ("存疑：{tiles}", "存疑：{tiles}", "In doubt: {tiles}"),
    "other_photo_readings": (
        "照片也可能读作",
        "照片也可能讀作",
        "The photo may also be read as",
    ),
    "winner_no_matter": (
        "和牌张是推测的，但换一张分数也一样。",
        "和牌張是推測的，但換一張分數也一樣。",
        "The winning tile is a guess, but any other would score the same.",
    ),
    "flower_no_matter": (
        "花牌认不准是哪一张，但每张花牌都是一番。",
        "花牌認不準是哪一張，但每張花牌都是一番。",
        "Which flower it is is not sure, but every flower is worth the same.",
    ),
    # circumstances
    "circumstances": ("和牌情况", "和牌情況", "How it was won"),
    "discard": ("点和", "點和", "Discard"),
    "self_drawn": ("自摸", "自摸", "Self-drawn"),
    "prevalent_wind": ("圈风", "圈風", "Prevalent wind"),
    "seat_wind": ("门风", "門風", "Seat wind"),
    "last_of_kind": ("和绝张", "和絕張", "Last of its kind"),
    "last_wall_tile": ("最后一张牌", "最後一張牌", "Last tile of the wall"),
    "kong_replacement": ("杠上开花", "槓上開花", "Kong replacement"),
    "robbed_kong": ("抢杠和", "搶槓和", "Robbed kong"),
    "impossible": ("不可选{what}：{why}", "不可選{what}：{why}", "{what} is not possible: {why}"),
    "rules": ("规则", "規則", "Rules"),
    "preset_national": ("国标（现行）", "國標（現行）", "National, today"),
    "preset_greenbook": ("绿皮书 2006", "綠皮書 2006", "Green Book, 2006"),
    "preset_1998": ("1998 竞赛规则", "1998 競賽規則", "1998 competition rules"),
    "preset_136": ("136 张（无花）", "136 張（無花）", "136 tiles, no flowers"),
    "preset_house": ("国标加自家番种", "國標加自家番種", "National with house fans"),
    "minimum": ("起和分", "起和分", "Points needed to win"),
    "payment": ("底分", "底分", "Basic payment"),
    "choice_consensus": ("现行共识", "現行共識", "today's consensus"),
    "choice_rule1998": ("1998 年规则", "1998 年規則", "the rules of 1998"),
    "choice_greenbook": ("绿皮书 2006", "綠皮書 2006", "the Green Book, 2006"),
    "choice_one less": ("少计一个", "少計一個", "one less"),
    "choice_none": ("不计", "不計", "none"),
    "yes": ("是", "是", "yes"),
    "no": ("否", "否", "no"),
    # score
    "score": ("得分", "得分", "Score"),
    "points": ("番", "番", "points"),
    "reaches": ("够 {minimum} 番起和", "夠 {minimum} 番起和", "Reaches the {minimum} points"),
    "too_low": (
        "不足 {minimum} 番，是错和",
        "不足 {minimum} 番，是錯和",
        "Below {minimum} points: this win does not stand",
    ),
    "without_flowers": (
        "不计花 {points} 番",
        "不計花 {points} 番",
        "{points} without flowers",
    ),
    "provisional": (
        "待确认：若读得没错，是这个分数",
        "待確認：若讀得沒錯，是這個分數",
        "Not confirmed: this holds only if the reading is right",
    ),
    "whichever": (
        "视和的是哪张牌而定；下面按标出的那张计为{points}分",
        "視和的是哪張牌而定；下面按標出的那張計為{points}分",
        "It depends on which tile won; below, {points} points for the one that is marked",
    ),
    "may_reach": (
        "够不够{minimum}分，视和的是哪张牌而定",
        "夠不夠{minimum}分，視和的是哪張牌而定",
        "Which tile won decides whether it reaches the {minimum} points",
    ),
    "earlier_hand": (
        "这还是之前的那副牌",
        "這還是之前的那副牌",
        "This is still the hand from before",
    ),
    "keep_earlier": (
        "继续用之前的那副牌",
        "繼續用之前的那副牌",
        "Go on with the hand from before",
    ),
    "whole_hand": ("整手牌", "整手牌", "whole hand"),
    "not_counted": (
        "未计的番（{count}）",
        "未計的番（{count}）",
        "Not counted, and why ({count})",
    ),
    "payments": ("怎么付", "怎麼付", "Who pays what"),
    "winner": ("和牌者", "和牌者", "Winner"),
    "discarder": ("点炮者", "放槍者", "Discarder"),
    "other": ("另一家", "另一家", "Other player"),
    "alternatives": (
        "同一手牌的其他拆法",
        "同一手牌的其他拆法",
        "Other readings of the same hand",
    ),
    "no_score": ("还不能算分", "還不能算分", "No score yet"),
    "waits": ("听牌", "聽牌", "Waiting for"),
    "no_waits": (
        "差一张，但没有能和的牌。",
        "差一張，但沒有能和的牌。",
        "One tile short, but no tile finishes it.",
    ),
    "wait_tile": ("牌", "牌", "Tile"),
    "wait_discard": ("点和", "點和", "Discard"),
    "wait_drawn": ("自摸", "自摸", "Self-drawn"),
    "wait_unseen": ("剩", "剩", "Left"),
    "too_low_mark": ("不足 {minimum}", "不足 {minimum}", "below {minimum}"),
    # what goes wrong with a photo
    "no_model": (
        "认牌模型还没有装好（{reason}）；仍可输入手牌算分。",
        "認牌模型還沒有裝好（{reason}）；仍可輸入手牌算分。",
        "The model that reads tiles is not there ({reason}); typed hands still score.",
    ),
    "flaw_no_tiles": (
        "照片里没有找到牌：请从上方靠近，让整副牌占满画面。",
        "照片裡沒有找到牌：請從上方靠近，讓整副牌佔滿畫面。",
        "No tiles were found: come closer from above, so that the hand fills the picture.",
    ),
    "flaw_blurred": (
        "照片太模糊：请拿稳手机，点屏幕对焦后再拍。",
        "照片太模糊：請拿穩手機，點螢幕對焦後再拍。",
        "The photo is too blurred: hold still, tap to focus and take it again.",
    ),
    "flaw_dark": (
        "照片太暗：请开灯或打开闪光灯再拍。",
        "照片太暗：請開燈或打開閃光燈再拍。",
        "The photo is too dark: turn on a light or the flash and take it again.",
    ),
    "flaw_cut_off": (
        "有牌被画面边缘切掉：请退后一点，把整副牌拍进去。",
        "有牌被畫面邊緣切掉：請退後一點，把整副牌拍進去。",
        "Tiles are cut off at the edge: step back until the whole hand is in the picture.",
    ),
    "image_empty": (
        "文件是空的：请重新发送照片。",
        "檔案是空的：請重新傳送照片。",
        "The file is empty: send the photo again.",
    ),
    "image_not_a_picture": (
        "这不是照片：请选择 JPEG、PNG、WebP 或 HEIC 照片。",
        "這不是照片：請選擇 JPEG、PNG、WebP 或 HEIC 照片。",
        "This is not a picture: choose a JPEG, PNG, WebP or HEIC photo.",
    ),
    "image_damaged": (
        "照片已损坏或不完整：请重新发送整张照片。",
        "照片已損壞或不完整：請重新傳送整張照片。",
        "The photo is damaged or cut short: send the whole file again.",
    ),
    "image_heic": (
        "这个 HEIC 读不了：请在手机设置里改用“兼容性最佳”格式，或发送 JPEG。",
        "這個 HEIC 讀不了：請在手機設定裡改用「最相容」格式，或傳送 JPEG。",
        "This HEIC cannot be read: set the phone's camera to “Most Compatible”, or send a JPEG.",
    ),
    "image_too_large": (
        "照片像素太多：请发送缩小的版本。",
        "照片像素太多：請傳送縮小的版本。",
        "The photo has too many pixels: send a smaller copy.",
    ),
    "camera_https": (
        "浏览器只在 HTTPS 或本机地址下允许使用相机：请用“照片”拍照，或用 https:// 打开本页。",
        "瀏覽器只在 HTTPS 或本機位址下允許使用相機：請用「照片」拍照，或用 https:// 打開本頁。",
        "Browsers allow the camera only over HTTPS or on this very machine: take the picture under "
        "“Photo”, or open this page by https://.",
    ),
    # keeping
    "keep": ("保存与分享", "保存與分享", "Keep and share"),
    "to_table": ("记入牌桌", "記入牌桌", "Add to the table"),
    "send_picture": ("发送结果图片", "傳送結果圖片", "Send as a picture"),
    "save_picture": ("保存结果图片", "儲存結果圖片", "Save as a picture"),
    "save_case": ("存为问题样本", "存為問題樣本", "Save as a problem case"),
    "case_saved": (
        "已存入数据文件夹的 {folder}，可用 fanlens evaluate tiles 检验。",
        "已存入資料夾的 {folder}，可用 fanlens evaluate tiles 檢驗。",
        "Saved under {folder} in the data folder; fanlens evaluate tiles reads it.",
    ),
    "cases_full": (
        "问题样本已存满：请先移走一些。",
        "問題樣本已存滿：請先移走一些。",
        "The folder of problem cases is full: move some of them elsewhere first.",
    ),
    "cannot_save": (
        "无法写入数据文件夹：请检查权限和剩余空间。",
        "無法寫入資料夾：請檢查權限和剩餘空間。",
        "Nothing can be written to the data folder: check its permissions and free space.",
    ),
    "confirm_first": (
        "确认存疑的牌之后才能记入。",
        "確認存疑的牌之後才能記入。",
        "Settle what is in doubt first.",
    ),
    "too_low_for_table": (
        "不能记入牌桌：不计花 {points} 番，不足 {minimum} 番。请核对手牌和和牌情况。",
        "不能記入牌桌：不計花 {points} 番，不足 {minimum} 番。請核對手牌和和牌情況。",
        "It cannot be added to the table: without flowers it reaches {points} of the {minimum} "
        "points needed. Check the tiles and how it was won.",
    ),
    "who_won": ("谁和的？", "誰和的？", "Who won?"),
    "who_discarded": ("谁点的炮？", "誰放的槍？", "Who discarded?"),
    "added": ("已记入牌桌。", "已記入牌桌。", "Added to the table."),
    # the table
    "table": ("牌桌", "牌桌", "Table"),
    "table_new": ("新开一桌", "新開一桌", "Start a new table"),
    "table_key": ("桌号", "桌號", "Table key"),
    "table_key_help": (
        "记下桌号，换手机也能接着记。",
        "記下桌號，換手機也能接著記。",
        "With this key the table opens on another phone too.",
    ),
    "table_open": ("打开", "打開", "Open"),
    "table_unknown": ("没有这个桌号。", "沒有這個桌號。", "There is no table with this key."),
    "sheets_unreadable": (
        "牌桌文件 {path} 打不开：请检查该文件和文件夹，或用 --data 换一个文件夹。",
        "牌桌檔案 {path} 打不開：請檢查該檔案和資料夾，或用 --data 換一個資料夾。",
        "The sheets' file {path} cannot be opened: check it and its folder, or choose another "
        "folder with --data.",
    ),
    "table_none": (
        "还没有牌桌：填四个名字，开始记分。",
        "還沒有牌桌：填四個名字，開始記分。",
        "No table yet: enter four names and start.",
    ),
    "seat_names": (
        "四家名字（东南西北起）",
        "四家名字（東南西北起）",
        "The four players, from East",
    ),
    "player": ("{wind}起", "{wind}起", "starts {wind}"),
    "start": ("开始", "開始", "Start"),
    "now": (
        "{round}风圈 第 {number} 局 · {dealer} 坐庄",
        "{round}風圈 第 {number} 局 · {dealer} 坐莊",
        "{round} round, hand {number} · {dealer} deals",
    ),
    "draw_hand": ("荒牌", "荒牌", "Nobody won"),
    "names_needed": (
        "请填四个不同的名字。",
        "請填四個不同的名字。",
        "Enter four different names.",
    ),
    "undo_last": ("撤销上一局", "復原上一局", "Undo the last hand"),
    "export_csv": ("导出 CSV", "匯出 CSV", "Export CSV"),
    "export_json": ("导出 JSON", "匯出 JSON", "Export JSON"),
    "no_hands": ("还没有记过一局。", "還沒有記過一局。", "No hands yet."),
    "total": ("合计", "合計", "Total"),
    "entry_too_low": (
        "不足 {minimum} 分，不能和牌：没有记下。",
        "不足 {minimum} 分，不能和牌：沒有記下。",
        "A hand below {minimum} points does not win; it was not entered.",
    ),
    "entry_players": (
        "请选和牌者；不是自摸时再选另一家为点炮者。",
        "請選和牌者；不是自摸時再選另一家為放槍者。",
        "Choose the winner and, unless the hand was self-drawn, another player as discarder.",
    ),
    "table_full": (
        "四圈已打完：请新开一桌。",
        "四圈已打完：請新開一桌。",
        "All four rounds are played: start another table.",
    ),
    "finished": ("四圈已打完。", "四圈已打完。", "All four rounds are played."),
    # help
    "help_photo": ("怎样拍好一副牌", "怎樣拍好一副牌", "How to photograph a hand"),
    "help_photo_text": (
        "从上方斜着拍，让牌占满画面；立牌放倒排成一排，副露放在一旁，和牌张隔开半张牌，"
        "花牌另放；暗杠盖两张；避免反光和手影。",
        "從上方斜著拍，讓牌佔滿畫面；立牌放倒排成一排，副露放在一旁，和牌張隔開半張牌，"
        "花牌另放；暗槓蓋兩張；避免反光和手影。",
        "Look down on the tiles and let them fill the picture. Lay the concealed tiles in one row "
        "with the winning tile half a tile apart, melds beside it, flowers on their own, a "
        "concealed kong with two tiles face down. Avoid glare and shadows.",
    ),
    "help_fans": ("全部番种", "全部番種", "Every fan"),
    "help_points": ("{points} 番", "{points} 番", "{points} points"),
    "house_fans": ("自家番种", "自家番種", "House fans"),
    **FILM_TEXTS,
}

# The disputed points of the rules, in Chinese; their English is `Option.question`.
QUESTIONS: dict[str, tuple[str, str]] = {
    "exclusions": ("不可兼计以哪份规定为准？", "不可兼計以哪份規定為準？"),
    "flowers": ("用八张花牌吗？", "用八張花牌嗎？"),
    "fully_concealed_special_hands": (
        "七对、十三幺、全不靠、七星不靠、连七对、九莲宝灯、四暗刻自摸时计不求人而不计自摸？",
        "七對、十三么、全不靠、七星不靠、連七對、九蓮寶燈、四暗刻自摸時計不求人而不計自摸？",
    ),
    "two_concealed_kongs": ("双暗杠计几番？", "雙暗槓計幾番？"),
    "mixed_kongs": ("一明杠一暗杠计几番？", "一明槓一暗槓計幾番？"),
    "concealed_kongs_beside_three": (
        "三杠、四杠之外还计其中的双暗杠或暗杠？",
        "三槓、四槓之外還計其中的雙暗槓或暗槓？",
    ),
    "nine_gates_pungs": ("九莲宝灯之外计几个幺九刻？", "九蓮寶燈之外計幾個么九刻？"),
    "hogs_in_special_pairs": (
        "七对型的绿一色、清幺九计四归一？",
        "七對型的綠一色、清么九計四歸一？",
    ),
    "triple_pung_of_terminals": ("清幺九之外计三同刻？", "清么九之外計三同刻？"),
    "knitted_straight_waits": (
        "组合龙可计边张、坎张、单钓将？",
        "組合龍可計邊張、坎張、單釣將？",
    ),
    "exhausted_waits": (
        "自己已有四张的牌还算听的牌？",
        "自己已有四張的牌還算聽的牌？",
    ),
    "upper_and_upper_four": (
        "全大与大于五、全小与小于五可兼计？",
        "全大與大於五、全小與小於五可兼計？",
    ),
    "voided_suit_beside_big_sets": (
        "大三元、小三元、三风刻、一色四同顺、一色四节高、一色四步高之外计缺一门？",
        "大三元、小三元、三風刻、一色四同順、一色四節高、一色四步高之外計缺一門？",
    ),
    "robbed_kong_on_last_tile": (
        "抢杠和与海底捞月可同时发生？",
        "搶槓和與海底撈月可同時發生？",
    ),
    "derived_last_tile": (
        "自己亮明的牌已见三张时自动计和绝张？",
        "自己亮明的牌已見三張時自動計和絕張？",
    ),
}

_COLUMNS = ("zh-Hans", "zh-Hant", "en")


class Texts:
    """The sentences in one language: `texts("undo")`, `texts("reaches", minimum=8)`."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        self.language = language
        self._column = _COLUMNS.index(language)

    def __call__(self, key: str, **values: object) -> str:
        text = TEXTS[key][self._column]
        return text.format(**values) if values else text


def question_of(option: Option, language: str) -> str:
    """What a disputed point of the rules asks."""
    if language == "en" or option.name not in QUESTIONS:
        return option.question
    return QUESTIONS[option.name][_COLUMNS.index(language)]


def language_of(locale: str | None) -> str:
    """The page's language for a browser's locale, such as "zh-TW" or "en-GB"."""
    parts = (locale or "en").lower().replace("_", "-").split("-")
    if parts[0] not in ("zh", "yue"):
        return "en"
    traditional = {"hant", "tw", "hk", "mo"} & set(parts[1:]) or parts[0] == "yue"
    return "zh-Hant" if traditional and "hans" not in parts else "zh-Hans"
