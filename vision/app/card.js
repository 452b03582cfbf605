const W = 1080, PAD = 48;
const GREEN = "#17724a", RED = "#b3282a", INK = "#1d1f1c";

function picture(source) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = source;
  });
}

function tilePicture(code) {
  const symbol = document.getElementById(`fl-tile-${code}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="240" viewBox="${symbol.getAttribute("viewBox")}">${symbol.innerHTML}</svg>`;
  return picture("data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg));
}

async function draw(card) {
  const canvas = document.createElement("canvas");
  const photo = card.photo && window.fanlensPhotos?.get(card.photo);
  const image = photo ? await picture(photo) : null;
  const codes = [...new Set(card.groups.flat())];
  const tiles = new Map(await Promise.all(codes.map(async (c) => [c, await tilePicture(c)])));
  const photoHeight = image ? Math.min(900, (W * image.height) / image.width) : 0;
  const count = card.groups.flat().length + 0.5 * (card.groups.length - 1);
  const tileW = Math.min(84, (W - 2 * PAD) / Math.min(count, 14)), tileH = (tileW * 4) / 3;
  let x = PAD, y = 0;
  const places = [];
  for (const group of card.groups) {
    if (x > PAD && x + group.length * tileW > W - PAD + 1) { x = PAD; y += tileH + 14; }
    for (const code of group) { places.push([code, x, y]); x += tileW; }
    x += tileW * 0.4;
  }
  const handHeight = y + tileH;
  const lineHeight = 58;
  canvas.width = W;
  canvas.height = photoHeight + PAD + handHeight + PAD + 250 + card.rows.length * lineHeight + 110;
  const pen = canvas.getContext("2d");
  const font = (size, weight = 500) => (pen.font = `${weight} ${size}px system-ui, "Noto Sans CJK SC", sans-serif`);
  pen.fillStyle = "#fbfaf6";
  pen.fillRect(0, 0, W, canvas.height);
  if (image) {
    const scale = Math.max(W / image.width, photoHeight / image.height);
    const w = W / scale, h = photoHeight / scale;
    pen.drawImage(image, (image.width - w) / 2, (image.height - h) / 2, w, h, 0, 0, W, photoHeight);
  }
  let top = photoHeight + PAD;
  for (const [code, tx, ty] of places) pen.drawImage(tiles.get(code), tx, top + ty, tileW - 3, tileH - 4);
  top += handHeight + PAD;
  const state = card.stands ? GREEN : RED;
  pen.fillStyle = state;
  font(150, 750);
  pen.textBaseline = "alphabetic";
  pen.fillText(card.total, PAD, top + 122);
  const after = PAD + pen.measureText(card.total).width + 22;
  font(46, 600);
  pen.fillText(card.unit, after, top + 122);
  font(34);
  pen.fillStyle = "#555";
  pen.fillText(card.how, after, top + 58, W - PAD - after);
  pen.fillStyle = state;
  font(36, 600);
  pen.fillText(card.verdict, PAD, top + 190, W - 2 * PAD);
  top += 250;
  for (const [points, name] of card.rows) {
    pen.fillStyle = INK;
    font(38, 700);
    pen.textAlign = "right";
    pen.fillText(points, PAD + 70, top + 38);
    pen.textAlign = "left";
    font(38);
    pen.fillText(name, PAD + 100, top + 38, W - 2 * PAD - 100);
    top += lineHeight;
  }
  font(30);
  pen.fillStyle = "#888";
  pen.fillText(card.brand, PAD, canvas.height - 42);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}

export default function ({ data, parentElement }) {
  let root = parentElement.querySelector(".fl-root");
  if (!root) {
    root = document.createElement("div");
    root.className = "fl-root";
    parentElement.appendChild(root);
  }
  root.innerHTML = data.html;
  const say = (word) => root.querySelector(`[data-card="${word}"]`);
  const file = async () => new File([await draw(data.card)], "fanlens.jpg", { type: "image/jpeg" });
  say("save").onclick = async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await file());
    link.download = "fanlens.jpg";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const probe = new File([""], "fanlens.jpg", { type: "image/jpeg" });
  if (!navigator.canShare?.({ files: [probe] })) say("share").remove();
  else
    say("share").onclick = async () => {
      try {
        await navigator.share({ files: [await file()] });
      } catch (error) {
        if (error.name !== "AbortError") throw error;
      }
    };
}
