const photos = (window.fanlensPhotos ??= new Map());

function fill(root) {
  for (const image of root.querySelectorAll("img[data-photo]")) {
    const url = photos.get(image.dataset.photo);
    if (url && image.getAttribute("src") !== url) image.src = url;
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let root = parentElement.querySelector(".fl-root");
  if (!root) {
    root = document.createElement("div");
    root.className = "fl-root";
    parentElement.appendChild(root);
  }
  if (data.photo) {
    photos.clear();
    for (const [id, url] of Object.entries(data.photo)) photos.set(id, url);
    fill(document);
    return;
  }
  if (root.fanlensHtml !== data.html) {
    const open = new Set(
      [...root.querySelectorAll("details[open] > summary")].map((s) => s.textContent),
    );
    root.innerHTML = data.html;
    root.fanlensHtml = data.html;
    for (const summary of root.querySelectorAll("details > summary"))
      if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  fill(root);
  const act = (event) => {
    const scroll = event.target.closest("[data-scroll]");
    if (scroll)
      document.getElementById(scroll.dataset.scroll)?.scrollIntoView({ behavior: "smooth", block: "center" });
    const target = event.target.closest("[data-tap]");
    if (target) setTriggerValue("tap", target.dataset.tap);
  };
  root.onclick = act;
  root.onkeydown = (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.tagName === "polygon") {
      event.preventDefault();
      act(event);
    }
  };
}
