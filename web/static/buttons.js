// Buttons that ask the table for something: data-command, after a question if there is data-ask.

import { command } from "./live.js";
import { ask, toast } from "./toast.js";
import { text } from "./words.js";

/** Give every button with a command its life; `version` tells which snapshot the page shows. */
export function enliven(version, done) {
  for (const button of document.querySelectorAll("button[data-command]")) {
    button.addEventListener("click", async () => {
      if (button.dataset.ask && !(await ask(button.dataset.ask))) return;
      button.disabled = true;
      await send(button.dataset.command, { version: version() }, done);
      button.disabled = false;
    });
  }
}

/** Send a command and tell how it went; `done(name)` after it was taken. */
export async function send(name, values, done) {
  const { accepted, says } = await command(name, values);
  toast(says || text(accepted ? "js.done" : "js.failed"));
  if (accepted) done?.(name);
  return accepted;
}
