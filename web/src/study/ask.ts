import { validParticipant } from "./identity.js";
import { display, escaped, showScreen } from "./screens.js";
import type { Texts } from "./texts.js";

/** Asks for the participant's ID, and puts it into the address, so that the page knows it when it is reloaded. */
export function askParticipant(texts: Texts): Promise<string> {
  showScreen(texts.who_title, texts.who_text);
  const form = document.createElement("form");
  form.className = "novphy-who";
  form.noValidate = true;
  form.innerHTML =
    `<label for="who">${escaped(texts.who_label)}</label>` +
    `<input id="who" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="64" aria-describedby="who-wrong">` +
    `<p id="who-wrong" role="alert"></p><button class="jspsych-btn">${escaped(texts.who_button)}</button>`;
  display().firstElementChild!.append(form);
  const input = form.querySelector("input")!;
  input.focus();
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const id = input.value.trim();
      if (validParticipant(id)) return resolve(remembered(id));
      form.querySelector("#who-wrong")!.textContent = texts.who_wrong;
      input.focus();
    });
  });
}

function remembered(id: string): string {
  const address = new URL(window.location.href);
  address.searchParams.set("participant", id);
  window.history.replaceState(null, "", address);
  return id;
}
