// Who is silent: selected with ranges, walked by keyboard; Enter opens whoever has the focus.
import { ticks } from "./ticks.js";
import { walk } from "./walk.js";

const list = document.getElementById("silent");
const rows = () => [...list?.querySelectorAll(".silent-row") ?? []];

ticks({ list, rows });
walk({
  list: "#silent", rows, stop: (row) => row.querySelector("input"), link: (row) => row.querySelector(".nudge-who a"),
});
