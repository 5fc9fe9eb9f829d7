// The first visit: five short steps that a guest reads in a minute.

import { element, keep, text } from "./words.js";

const STEPS = [["turn", "turn"], ["board", "board"], ["says", "says"], ["score", "score"], ["tabs", null]];

/** Show the tour. */
export function tour() {
  let at = 0;
  const words = element("p", { id: "tour-words", "aria-live": "polite" });
  const count = element("span", { class: "hint" });
  const next = element("button", { type: "button", class: "button" });
  const card = element("section", { class: "tour", "aria-label": text("js.tour.title"), tabindex: "-1" }, words,
    element("div", { class: "buttons" }, next,
      element("button", { type: "button", class: "button quiet", onclick: close }, text("js.tour.skip")), count));

  function show() {
    const [name, id] = STEPS[at];
    words.textContent = text(`js.tour.${name}`);
    count.textContent = `${at + 1} / ${STEPS.length}`;
    next.textContent = text(at + 1 < STEPS.length ? "js.tour.next" : "js.tour.done");
    for (const old of document.querySelectorAll(".toured")) old.classList.remove("toured");
    const node = id ? document.getElementById(id) : document.querySelector(".tabs");
    node?.classList.add("toured");
    if (id) node?.scrollIntoView({ block: "center", behavior: "auto" });
  }

  function close() {
    for (const old of document.querySelectorAll(".toured")) old.classList.remove("toured");
    card.remove();
    keep("toured", "yes");
  }

  next.addEventListener("click", () => {
    at += 1;
    if (at < STEPS.length) show();
    else close();
  });
  card.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.getElementById("main").append(card);
  show();
  card.focus({ preventScroll: true });
}
