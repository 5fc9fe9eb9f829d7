// Aiming help: the live picture with the board's outline, and what would help the camera see better.

import { enliven } from "./buttons.js";
import { listen } from "./live.js";
import { chip, paintOf } from "./look.js";
import { boot, colourName, element } from "./words.js";

const LOOK_MS = 1000;
const picture = document.getElementById("camera");
const advice = document.getElementById("advice");
let version = boot.snapshot.version;

function show(snapshot) {
  version = snapshot.version;
  const { camera } = snapshot;
  const words = camera.advice
    || (!camera.seeing ? advice.dataset.noCamera : camera.board ? advice.dataset.good : advice.dataset.noBoard);
  if (advice.textContent !== words) advice.textContent = words;
  advice.classList.toggle("good", camera.seeing && camera.board && !camera.advice);
  showFound(snapshot.found);
}

/** Whose balls were found; from then on the way leads to the match. */
function showFound(found) {
  document.getElementById("found-part").hidden = !found.length;
  document.getElementById("next").classList.toggle("quiet", !found.length);
  document.querySelector('[data-command="calibrate"]').classList.toggle("quiet", found.length > 0);
  document.getElementById("found").replaceChildren(...found.map(({ seat, colour, rgb }) =>
    element("li", {}, chip(rgb || paintOf(colour, seat), seat), colourName(colour))));
}

async function look() {
  if (document.hidden) return;
  picture.src = `/camera.jpg?at=${Date.now()}`;
  const answer = await fetch("/outline.json", { cache: "no-store" }).catch(() => null);
  const { corners } = answer?.ok ? await answer.json() : { corners: [] };
  document.getElementById("outline").setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
}

if (picture) {
  picture.addEventListener("error", () => { document.getElementById("no-picture").hidden = false; });
  picture.addEventListener("load", () => { document.getElementById("no-picture").hidden = true; });
  show(boot.snapshot);
  listen(show, () => {});
  setInterval(look, LOOK_MS);
  look();
  enliven(() => version);
}
