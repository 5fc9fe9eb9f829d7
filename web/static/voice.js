// Reads aloud what the referee says, with the phone's own voice; silent until somebody asks for it.

import { keep, kept } from "./words.js";

const voice = window.speechSynthesis;
let said = "";
let on = false;

/** Give the button that asks for it its life; a phone without a voice has no such button. */
export function offerVoice(button) {
  if (!voice) return;
  button.hidden = false;
  press(button, kept("voice") === "yes");
  button.addEventListener("click", () => {
    press(button, !on);
    keep("voice", on ? "yes" : "no");
    // A phone speaks only after it was touched once: with this sentence.
    if (on) speak(button.textContent);
    else voice.cancel();
  });
}

/** Say what is new in a snapshot; a newer sentence breaks the older off. */
export function hear({ says, aloud }) {
  if (!says || says === said) return;
  const first = said === "";
  said = says;
  if (on && !first) speak(aloud || says);
}

function press(button, wanted) {
  on = wanted;
  button.setAttribute("aria-pressed", String(on));
}

function speak(words) {
  const sentence = new SpeechSynthesisUtterance(words);
  sentence.lang = document.documentElement.lang;
  voice.cancel();
  voice.speak(sentence);
}
