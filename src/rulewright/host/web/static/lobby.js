// The lobby: draws the faces of books, and remembers one's name.

import { art, hue } from "./art.js";

for (const face of document.querySelectorAll("[data-art]")) {
  face.style.setProperty("--h", hue(face.dataset.art));
  face.append(art(face.dataset.art, 280, 56));
}
for (const field of document.querySelectorAll("input[name=name]")) {
  field.value = localStorage.getItem("name") ?? "";
  field.addEventListener("change", () => localStorage.setItem("name", field.value));
}
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
if (!document.documentElement.dataset.theme) delete document.documentElement.dataset.theme;

// The file is read here and sent as text, so that the form is an ordinary one.
const importing = document.getElementById("importing");
importing?.addEventListener("submit", async (event) => {
  const file = importing.querySelector("input[type=file]").files[0];
  if (importing.elements.save.value || !file) return;
  event.preventDefault();
  importing.elements.save.value = await file.text();
  importing.submit();
});
