// What the eye sees: the last picture with its readings, and the places that it is not sure of.

const LOOK_MS = 1000;
const picture = document.getElementById("understood");
const list = document.getElementById("doubts");

/** One place, how it looks, and how likely a ball lies there. */
function line({ name, look, ball }) {
  const item = document.createElement("li");
  const chance = ball === null ? "" : `, ${list.dataset.ball.replace("{percent}", Math.round(ball * 100))}`;
  item.textContent = `${name}: ${list.dataset[look] ?? look}${chance}`;
  return item;
}

async function look() {
  if (document.hidden) return;
  picture.src = `/understood.jpg?at=${Date.now()}`;
  const answer = await fetch("/doubts.json", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { doubts } = await answer.json();
  list.replaceChildren(...doubts.map(line));
  document.getElementById("no-doubts").hidden = doubts.length > 0;
}

picture.addEventListener("error", () => { document.getElementById("no-picture").hidden = false; });
picture.addEventListener("load", () => { document.getElementById("no-picture").hidden = true; });
setInterval(look, LOOK_MS);
look();
