// A short sentence at the foot of the page, and a question with two answers.

import { element, text } from "./words.js";

let timer = 0;

/** Show a sentence for a while. */
export function toast(words) {
  const node = document.getElementById("toast");
  if (!words) return;
  node.textContent = words;
  node.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { node.hidden = true; }, 7000);
}

/** Ask a question; resolves to true if the answer is yes. */
export function ask(question) {
  return new Promise((resolve) => {
    const dialog = element("dialog", { class: "ask", "aria-label": question },
      element("form", { method: "dialog" },
        element("p", {}, question),
        element("p", { class: "buttons" },
          element("button", { class: "button", value: "yes" }, text("js.yes")),
          element("button", { class: "button quiet", value: "no" }, text("js.no")))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
