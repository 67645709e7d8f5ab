// A place is held until a moment: how long that still is, in words that follow the time.
export function tick(root = document) {
  for (const clock of root.querySelectorAll(".clock[data-until]")) {
    const minutes = Math.ceil((Number(clock.dataset.until) - Date.now()) / 60e3);
    const text = minutes < 1 ? "time is up" : minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

setInterval(tick, 5000);
tick();
