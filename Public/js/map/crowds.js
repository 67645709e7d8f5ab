// Markers that would cover one another: as the server groups them (`Crowds`).

// The width of a marker, pixels.
const WIDTH = 44;

// A point's cell and the eight around it hold every point within a marker's width of it.
const key = (column, row) => column * 65536 + row;

/** In order, each point within a marker's width of a group's first point joins the earliest such group. */
export function crowds(points) {
  const groups = [];
  const cells = new Map();
  for (const point of points) {
    const [column, row] = [Math.floor(point.x / WIDTH), Math.floor(point.y / WIDTH)];
    const home = near(point, cells, column, row);
    if (home) { home.members.push(point); continue; }
    const group = { first: point, members: [point], index: groups.length };
    groups.push(group);
    const cell = cells.get(key(column, row));
    if (cell) cell.push(group); else cells.set(key(column, row), [group]);
  }
  return groups.map(({ members }) => members);
}

function near({ x, y }, cells, column, row) {
  let home = null;
  for (let dx = -1; dx <= 1; dx += 1) {
    for (let dy = -1; dy <= 1; dy += 1) {
      for (const group of cells.get(key(column + dx, row + dy)) ?? []) {
        const isEarlier = !home || group.index < home.index;
        if (isEarlier && Math.hypot(group.first.x - x, group.first.y - y) < WIDTH) home = group;
      }
    }
  }
  return home;
}
