// The page of the match: pause, resume, abandon, and the form for a new one.

import { enliven } from "./buttons.js";
import { command } from "./live.js";
import { chip, paintOf } from "./look.js";
import { ask, toast } from "./toast.js";
import { boot, colourName, text } from "./words.js";

const form = document.getElementById("new-match");
const rows = [...form.querySelectorAll(".seat-row")];
const field = (name) => form.elements.namedItem(name);

function playing() {
  return rows.map((row) => Number(row.dataset.seat)).filter((seat) => field(`plays-${seat}`).checked)
    .map((seat) => ({ seat, name: field(`name-${seat}`).value.trim(), colour: field(`colour-${seat}`).value }));
}

/** Keep the form in step: chips in their colours, no more balls than the board takes, who may begin. */
function update() {
  for (const place of document.querySelectorAll(".chip-place")) {
    const seat = Number(place.dataset.seat);
    const colour = field(`colour-${seat}`).value;
    place.replaceChildren(chip(paintOf(colour, seat), seat));
  }
  for (const row of rows) row.classList.toggle("absent", !field(`plays-${row.dataset.seat}`).checked);
  const who = playing();
  const balls = field("balls");
  const most = JSON.parse(balls.dataset.most)[field("variant").value]?.[who.length] ?? 4;
  for (const option of balls.options) option.disabled = Number(option.value) > most;
  if (Number(balls.value) > most) balls.value = String(most);
  const first = field("first");
  for (const option of first.options) {
    const player = who.find(({ seat }) => seat === Number(option.value));
    option.hidden = option.disabled = !player;
    if (player) option.textContent = player.name || colourName(player.colour);
  }
  if (first.selectedOptions[0]?.disabled !== false && who.length) first.value = String(who[0].seat);
}

function wrong(who) {
  if (who.length < 2) return text("js.match.too_few");
  if (new Set(who.map(({ colour }) => colour)).size < who.length) return text("js.match.same_colour");
  return "";
}

form.addEventListener("input", update);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const who = playing();
  const problem = wrong(who);
  const note = document.getElementById("who-wrong");
  note.hidden = !problem;
  note.textContent = problem;
  if (problem || (form.dataset.ask && !(await ask(form.dataset.ask)))) return;
  const switches = [...form.elements].filter((input) => input.name.startsWith("house-"));
  const { accepted, says } = await command("new-match", {
    version: boot.snapshot.version,
    memory: field("variant").value === "memory",
    balls: Number(field("balls").value),
    seats: Object.fromEntries(who.map(({ seat, colour }) => [seat, colour])),
    players: Object.fromEntries(who.filter(({ name }) => name).map(({ seat, name }) => [seat, name])),
    first: Number(field("first").value),
    // Only what differs from the default (each switch's first answer) is a house rule.
    house: Object.fromEntries(switches.filter((input) => input.selectedIndex > 0)
      .map((input) => [input.name.slice("house-".length), JSON.parse(input.value)])),
  });
  if (accepted) location.assign("/");
  else toast(says || text("js.failed"));
});

update();
enliven(() => boot.snapshot.version, () => location.reload());
