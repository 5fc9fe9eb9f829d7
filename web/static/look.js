// How pieces and dice look: colours, signs that tell seats apart without colour, faces of the dice.

import { roman, svg } from "./words.js";

const COLOURS = {
  red: "#cf2231", blue: "#2159bd", green: "#1d8a45", yellow: "#f2c21d", white: "#f4f0e6",
  black: "#2c2b2e", orange: "#e8761d", purple: "#7b3fa6", brown: "#7d4c24", pink: "#ea7fae",
  grey: "#8d9096", turquoise: "#18a0a6", natural: "#d8b27c",
  violet: "#7b3fa6", wood: "#d8b27c", clear: "#dfe6e4", silver: "#b9bdc2", gold: "#c99a2e",
};
const UNKNOWN = ["#cf2231", "#2159bd", "#1d8a45", "#f2c21d"];

/** The paint of a seat's pieces, as the camera saw it or by the colour's name. */
export function paint(match, seat) {
  const view = match?.seats.find((other) => other.seat === seat);
  return view?.rgb || paintOf(view?.colour, seat);
}

/** The paint of a colour's name; of a name we do not know, one that differs by seat. */
export const paintOf = (colour, seat) => COLOURS[colour] ?? UNKNOWN[seat % UNKNOWN.length];

/** Dark or light, whichever shows on a paint. */
export function onPaint(rgb) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(rgb.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.27 ? "#20160f" : "#ffffff";
}

// Signs of the seats 0 to 3 on a ball of radius 10: dot, triangle, square, cross.
const SIGNS = [
  () => svg("circle", { class: "sign", r: 3.1 }),
  () => svg("path", { class: "sign", d: "M0-4.6 4.3 3H-4.3Z" }),
  () => svg("path", { class: "sign", d: "M-3.3-3.3H3.3V3.3H-3.3Z" }),
  () => svg("path", { class: "sign-line", d: "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5" }),
];

/** A ball of radius 10 about the origin, with its seat's sign. */
export function ball(rgb, seat) {
  const sign = svg("g", { class: "upright" }, SIGNS[seat % SIGNS.length]());
  const made = svg("g", { class: "ball" },
    svg("ellipse", { class: "cast", cx: 1.2, cy: 2.4, rx: 10, ry: 9.6 }),
    svg("circle", { class: "body", r: 10, fill: rgb }),
    svg("circle", { r: 10, fill: "url(#shine)" }),
    sign);
  made.style.setProperty("--sign", onPaint(rgb));
  return made;
}

/** The same ball as a small picture of its own, for lists. */
export const chip = (rgb, seat) =>
  svg("svg", { class: "chip", viewBox: "-12 -12 24 25", "aria-hidden": "true" }, ball(rgb, seat));

const line = (d) => svg("path", { class: "ink-line", d });
const letters = (words, size = 19) => {
  const made = svg("text", { class: "ink", dy: ".34em" }, words);
  made.style.fontSize = `${size}px`;
  return made;
};

// The symbols of the options on a face of 44 mm about the origin.
const OPTIONS = {
  half: () => [letters("I/II", 21)],
  double: () => [letters("×II", 22)],
  "swap-ball": () => [
    svg("circle", { class: "ink-line", cx: -8.5, r: 7 }), line("M-13-4.5-4 4.5M-4-4.5-13 4.5"),
    svg("circle", { class: "ink-line", cx: 9, r: 7 }),
  ],
  "swap-ring": () => [svg("circle", { class: "ink-line", r: 13 }), svg("circle", { class: "ink", r: 4.6 })],
  direction: () => [line("M-7.5-9.5A12 12 0 1 1-11.7 2.6"), line("M-9.6-16.4-8.2-8.9-.8-10.4")],
  "hole-in": () => [line("M-15-8-7 0-15 8M-6-8 2 0-6 8M3-8 11 0 3 8")],
  exit: () => [line("M-8-9 1 0-8 9M2-9 11 0 2 9")],
};

/** What stands on a face of the number die ("6") or the option die ("double"). */
export function face(name, value) {
  if (value === null || value === undefined) return [];
  if (name === "number") return [letters(roman(Number(value)), String(value) === "8" ? 17 : 21)];
  return OPTIONS[value]?.() ?? [letters(value, 10)];
}

/** A die of 44 mm about the origin. */
export function die(name, value, state) {
  const unread = value === null || value === undefined;
  const marks = unread ? [letters(state === "moving" ? "…" : "?", 22)] : face(name, value);
  return svg("g", { class: `die ${name}` },
    svg("rect", { class: "face", x: -21, y: -21, width: 42, height: 42, rx: 8 }), ...marks);
}

/** A die's face as a small picture for lists and buttons. */
export const dieChip = (name, value, label) =>
  svg("svg", { class: `die ${name}`, viewBox: "-22 -22 44 44", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) },
    svg("rect", { class: "face", x: -21, y: -21, width: 42, height: 42, rx: 8 }), ...(value === "–" ? [letters(value)] : face(name, value)));

/** An option's symbol as a small picture of its own. */
export const optionChip = (option, label) => dieChip("option", option, label);
