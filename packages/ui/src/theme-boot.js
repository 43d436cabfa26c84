// Runs before the first paint, so that a stored theme does not flash the other one. A file of its own because
// the content security policy allows no inline script.
try {
  const theme = localStorage.getItem("countersign-theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
} catch {
  // Storage can be forbidden; the system's theme applies.
}
