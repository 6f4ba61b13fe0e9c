// Light or dark: what somebody has chosen on this device holds for every page; it is read before anything is drawn.

{
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
}
