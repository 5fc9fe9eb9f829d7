// The page's texts in the phone's language, and the few words that scripts put together.

export const boot = JSON.parse(document.getElementById("boot").textContent);

/** The text `key` with its gaps filled; `key.one` where `count` is 1. A missing key shows itself. */
export function text(key, params = {}) {
  const one = params.count === 1 ? boot.texts[`${key}.one`] : undefined;
  const found = one ?? boot.texts[key];
  return found === undefined ? key : found.replace(/\{(\w+)\}/g, (gap, name) => params[name] ?? gap);
}

const ROMAN = { 1: "I", 2: "II", 3: "III", 4: "IV", 6: "VI", 8: "VIII", 10: "X", 12: "XII" };

/** A number as the game writes it. */
export const roman = (number) => ROMAN[number] ?? String(number);

/** Who sits at `seat`: the player's name, else the colour's word. */
export function seatName(match, seat) {
  const view = match?.seats.find((other) => other.seat === seat);
  if (!view) return text("seat.unknown", { seat: seat + 1 });
  return view.player || colourName(view.colour);
}

/** A colour label's word, or the label where it has none. */
export const colourName = (label) => boot.texts[`colour.${label}`] ?? label;

const CORNERS = 4;

/**
 * How players count a field: {kind, seat, after}, `after` fields on from the last start before it at which
 * somebody sits; null for what the game does not count so. The same as the referee's `place_in_words`.
 */
export function counted(match, place) {
  const [, kind, number] = /^([A-Z])(\d+)$/.exec(place) ?? [];
  const every = Number(boot.texts[`spot.${kind}.every`]);
  if (!every) return null;
  if (`spot.${kind}.number` in boot.texts) return { kind, after: Math.floor(number / every) + 1 };
  const seats = match?.seats.map((view) => view.seat) ?? [];
  const corner = Math.floor(number / every);
  const back = [0, 1, 2, 3].find((steps) => seats.includes((corner - steps + CORNERS) % CORNERS)) ?? 0;
  return { kind, seat: (corner - back + CORNERS) % CORNERS, after: (number % every) + back * every };
}

function genitive(name) {
  const hissing = name && (boot.texts["spot.hissing"] ?? "").includes(name.at(-1));
  return text(hissing ? "spot.possessive_hissing" : "spot.possessive", { name });
}

/** A place of the board in words ("field 4 after Anna's start", "counting field II"). */
export function placeName(match, place) {
  if (!place) return "";
  const spot = counted(match, place);
  if (spot && spot.seat === undefined) return text(`spot.${spot.kind}.number`, { n: spot.after });
  if (spot) {
    const key = `spot.${spot.kind}.${match ? "" : "unnamed_"}${spot.after ? "after" : "at"}`;
    return text(key, { n: spot.after, seat: spot.seat, of: match && genitive(seatName(match, spot.seat)) });
  }
  const [, kind, number, more] = /^([A-Z])(\d*)\.?(.*)/.exec(place) ?? [];
  if (!kind || !(`place.${kind}` in boot.texts)) return place;
  const [option, row] = (more ?? "").split(".");
  return text(`place.${kind}`, {
    i: kind === "C" ? COUNTING[more] : number,
    option: kind === "M" && text(`option.${option}`),
    row: kind === "M" && text(`place.row.${row}`),
  });
}

/** The numerals of the counting fields. */
export const COUNTING = ["0", "I", "II", "III"];

/** An HTML element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  return furnish(made, attributes, children);
}

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return furnish(made, attributes, children);
}

function furnish(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** What this phone keeps under a name; null if nothing, `without` on a phone that keeps nothing. */
export function kept(name, without = null) {
  try {
    return localStorage.getItem(name);
  } catch {
    return without;
  }
}

/** Keep something on this phone, if it keeps anything. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* then it is asked for again next time */ }
}
