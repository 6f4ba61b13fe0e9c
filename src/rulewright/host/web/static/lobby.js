// The lobby: draws the pictures of books, remembers the user's name, and checks from time to time whose turn it is.

import { art, hue } from "./art.js";

for (const face of document.querySelectorAll("[data-art]")) {
  face.style.setProperty("--h", hue(face.dataset.art));
  face.append(art(face.dataset.art, 280, 56));
}
for (const field of document.querySelectorAll("input[name=name]")) {
  field.value = localStorage.getItem("name") ?? "";
  field.addEventListener("change", () => localStorage.setItem("name", field.value));
}

// The file is read here and sent as text, so that the form is an ordinary one.
const importing = document.getElementById("importing");
importing?.addEventListener("submit", async (event) => {
  const file = importing.querySelector("input[type=file]").files[0];
  if (importing.elements.save.value || !file) return;
  event.preventDefault();
  importing.elements.save.value = await file.text();
  importing.submit();
});

const OFTEN = 15000;
const asked = (page) => new Set([...page.querySelectorAll("#games .asked a")].map((link) => link.getAttribute("href")));

/** Reads the lists of games again; if a game has begun to ask and the page is in the background, sends a notification. */
async function look() {
  const reply = await fetch("/").catch(() => null);
  if (!reply?.ok) return;
  const now = new DOMParser().parseFromString(await reply.text(), "text/html"), before = asked(document);
  document.getElementById("games").replaceWith(now.getElementById("games"));
  document.title = now.title;
  const new_ = [...document.querySelectorAll("#games .asked a")].filter((link) => !before.has(link.getAttribute("href")));
  if (document.hidden && "Notification" in window && Notification.permission === "granted") for (const link of new_) new Notification(`${link.textContent}: it is your turn`);
}

setInterval(look, OFTEN);
addEventListener("focus", look);
