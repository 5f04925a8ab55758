// Draws one frame over the map, which is part of the page: areas, objects, tokens, names.

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function make(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const boxes = (squares) =>
  squares.map(([x, y]) => `M${x * S} ${y * S}h${S}v${S}h-${S}z`).join("");

function outline(squares) {
  const inside = new Set(squares.map(([x, y]) => `${x},${y}`));
  const edge = (x, y, line) => (inside.has(`${x},${y}`) ? "" : line);
  return squares.map(([x, y]) => {
    const [left, top] = [x * S, y * S];
    return edge(x, y - 1, `M${left} ${top}h${S}`) + edge(x, y + 1, `M${left} ${top + S}h${S}`) +
      edge(x - 1, y, `M${left} ${top}v${S}`) + edge(x + 1, y, `M${left + S} ${top}v${S}`);
  }).join("");
}

function squaresOf(rows, letter) {
  const squares = [];
  (rows || []).forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] === letter) squares.push([x, y]);
  });
  return squares;
}

function drawZone(zone) {
  const [fill, opacity] = look.zones[zone.kind] || look.zones.magic;
  const shape = boxes(zone.squares);
  const group = draw("g", {});
  group.append(draw("title", {}, zone.name));
  group.append(draw("path", { d: shape, fill, "fill-opacity": opacity }));
  if (look.textured.includes(zone.kind)) {
    group.append(draw("path", { d: shape, fill: `url(#z-${zone.kind})` }));
  }
  const style = { fill: "none", stroke: fill, "stroke-opacity": 0.75, "stroke-width": 2 };
  group.append(draw("path", { d: outline(zone.squares), ...style }));
  return group;
}

function drawAreas(scene) {
  const parts = (scene.zones || []).map(drawZone);
  if (scene.reach) {
    const stroke = { stroke: look.reach, "stroke-width": 1.5, "stroke-opacity": 0.8 };
    parts.push(draw("path", { d: boxes(scene.reach), fill: look.reach, "fill-opacity": 0.2 }));
    parts.push(draw("path", { d: outline(scene.reach), fill: "none", ...stroke }));
  }
  for (const [key, letter, opacity] of look.shades) {
    const squares = squaresOf(scene[key], letter);
    const style = { fill: look.shade, "fill-opacity": opacity };
    if (squares.length) parts.push(draw("path", { d: boxes(squares), ...style }));
  }
  if ((scene.path || []).length > 1) {
    const points = scene.path.map(([x, y]) => `${x * S + S / 2},${y * S + S / 2}`).join(" ");
    parts.push(draw("polyline", { class: "path", points }));
  }
  for (const thing of scene.objects || []) parts.push(drawObject(thing));
  element("areas").replaceChildren(...parts);
}

function drawObject(thing) {
  const kind = look.objects.includes(thing.kind) ? thing.kind : "other";
  const place = `translate(${thing.x * S + S / 2} ${thing.y * S + S / 2})`;
  const group = draw("g", { transform: place });
  group.append(draw("title", {}, thing.name), draw("use", { href: `#o-${kind}` }));
  return group;
}

const ringRadius = (one) => (one.width * S) / 2 - look.tokenGap;
const middle = (one) => [(one.x + one.width / 2) * S, (one.y + one.width / 2) * S];

function ring(radius, stroke, dashes, width) {
  const style = { fill: "none", stroke, "stroke-width": width, "stroke-dasharray": dashes };
  return draw("circle", { r: radius, ...style, transform: "rotate(-90)" });
}

const arc = (radius, part) => {
  const around = 2 * Math.PI * radius;
  return `${part * around} ${around + 1}`;
};

function drawBody(one, radius) {
  if (one.life === "dead") {
    const arm = radius * 0.72;
    const cross = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
    const style = { stroke: look.cross, "stroke-width": 3.5, "stroke-linecap": "round" };
    const disc = draw("circle", { r: radius, fill: look.dead, stroke: look.ink, opacity: 0.85 });
    return [disc, drawLetter(one, radius), draw("path", { d: cross, ...style })];
  }
  const down = one.life !== "up";
  const edge = { stroke: look.ink, "stroke-width": look.ring + 2 };
  const disc = { r: radius, fill: sideColour(one.side), "fill-opacity": down ? 0.6 : 1, ...edge };
  const parts = [draw("circle", disc)];
  const part = healthPart(one);
  if (down) {
    const colour = one.life === "dying" ? look.health.grave : look.health.unknown;
    parts.push(ring(radius, colour, "3 4", look.ring));
  } else if (part === null) {
    parts.push(ring(radius, look.health.unknown, "1 3", look.ring));
  } else {
    parts.push(ring(radius, healthColour(part), arc(radius, part), look.ring));
    if (one.temp_hit_points) {
      const inner = radius - look.ring;
      const extra = Math.min(1, one.temp_hit_points / one.hit_point_maximum);
      parts.push(ring(inner, look.health.temporary, arc(inner, extra), 2));
    }
  }
  return [...parts, drawLetter(one, radius)];
}

function drawLetter(one, radius) {
  const size = radius * (Array.from(one.letter).length === 1 ? 1.15 : 0.92);
  const style = { class: "letter", y: 1, "font-size": `${size}px`, fill: look.parchment };
  return draw("text", style, one.letter);
}

function drawTags(one) {
  const edge = (one.width * S) / 2;
  let badges = one.conditions.map((word) => {
    const name = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    return look.short[name] || name.slice(0, 2);
  });
  if (badges.length > look.mostBadges) {
    const kept = look.mostBadges - 1;
    badges = [...badges.slice(0, kept), `+${badges.length - kept}`];
  }
  const tags = badges.map((text, row) => [edge - 6, row, 14, text, ...look.badge]);
  const left = [];
  if (one.concentrates) left.push([11, "C", ...look.concentration]);
  if (one.altitude_ft) left.push([24, `${one.altitude_ft} ft`, look.altitude, look.ink]);
  left.forEach(([width, ...rest], row) => tags.push([width / 2 - edge - 1, row, width, ...rest]));
  return tags.flatMap(([x, row, width, text, fill, stroke]) => {
    const y = 6 - edge + 10 * row;
    const box = { x: x - width / 2, y: y - 4.75, width, height: 9.5, rx: 3 };
    return [
      draw("rect", { ...box, fill, stroke, "stroke-width": 0.7 }),
      draw("text", { class: "tag", x, y, fill: stroke }, text),
    ];
  });
}

function drawToken(group, one, onTurn) {
  const radius = ringRadius(one);
  const outer = radius + look.ring;
  const away = one.altitude_ft ? 9 : 2.5;
  const parts = [
    draw("circle", { cx: away * 0.6, cy: away, r: radius + 1, opacity: 0.35 }),
    draw("circle", { class: "mark", r: outer + 5, fill: "none", stroke: "#fff", "stroke-width": 3 }),
  ];
  if (onTurn) {
    parts.push(draw("circle", { r: outer, fill: look.turn, opacity: 0.35 }));
    const style = { fill: "none", stroke: look.turn, "stroke-width": 2.5 };
    parts.push(draw("circle", { r: outer, ...style }));
  }
  group.setAttribute("opacity", one.visible ? 1 : 0.55);
  group.replaceChildren(...parts, ...drawBody(one, radius), ...drawTags(one));
}

const tokens = new Map(); // creature -> its group, kept so that a token glides to its new place

function tokenGroup(who) {
  if (!tokens.has(who)) {
    const group = draw("g", { class: "token" });
    group.addEventListener("pointermove", (event) => showTooltip(who, event));
    group.addEventListener("pointerleave", hideTooltip);
    tokens.set(who, group);
  }
  return tokens.get(who);
}

function drawTokens(scene, before) {
  const depth = (who) => {
    const one = scene.creatures[who];
    return [who === scene.turn, one.life !== "dead", one.altitude_ft, -one.width, who].map(Number);
  };
  const order = scene.creatures.map((_, who) => who).filter((who) => isShown(scene.creatures[who]));
  order.sort((a, b) => {
    const [first, second] = [depth(a), depth(b)];
    const place = first.findIndex((value, index) => value !== second[index]);
    return place < 0 ? 0 : first[place] - second[place];
  });
  const shown = order.map((who) => {
    const one = scene.creatures[who];
    const group = tokenGroup(who);
    group.style.transform = `translate(${middle(one)[0]}px, ${middle(one)[1]}px)`;
    drawToken(group, one, who === scene.turn);
    return group;
  });
  const layer = element("tokens");
  // Moving a group in the document stops its glide, so leave a layer in the right order alone.
  const same = layer.children.length === shown.length;
  if (!same || shown.some((group, index) => layer.children[index] !== group)) {
    layer.replaceChildren(...shown);
  }
  const labels = order.map((who) => drawLabel(scene.creatures[who]));
  const deltas = order.map((who) => drawDelta(scene.creatures[who], before.creatures[who]));
  const arrows = (scene.arrows || []).map((arrow) => drawArrow(scene, arrow));
  const zoneNames = (scene.zones || []).map(drawZoneName);
  const over = [...labels, ...arrows, ...zoneNames, ...deltas];
  element("over").replaceChildren(...over.filter(Boolean));
}

function drawLabel(one) {
  const [x, y] = middle(one);
  const most = look.nameLetters * one.width;
  const name = one.name.length <= most ? one.name : `${one.name.slice(0, most - 1).trimEnd()}\u2026`;
  return draw("text", { class: "name", x, y: y + (one.width * S) / 2 }, name);
}

function drawZoneName(zone) {
  if (!zone.squares.length) return null;
  const top = Math.min(...zone.squares.map(([, y]) => y));
  const row = zone.squares.filter(([, y]) => y === top).map(([x]) => x);
  const x = ((Math.min(...row) + Math.max(...row) + 1) * S) / 2;
  return draw("text", { class: "zone-name", x, y: top * S + 9 }, zone.name);
}

// Write what a creature lost or gained since the frame before.
function drawDelta(one, before) {
  if (!before || before.hit_points === null || one.hit_points === null) return null;
  if (!isShown(before)) return null;
  const change =
    one.hit_points + one.temp_hit_points - before.hit_points - before.temp_hit_points;
  if (!change) return null;
  const [x, y] = middle(one);
  const fill = change < 0 ? look.health.grave : look.health.healthy;
  const place = { class: "delta", x: x + (one.width * S) / 2 - 4, y: y + 5, fill };
  return draw("text", place, change < 0 ? `\u2212${-change}` : `+${change}`);
}

function drawArrow(scene, [source, target]) {
  const ends = [scene.creatures[source], scene.creatures[target]];
  if (source === target || !ends.every(isShown)) return null;
  const [[x, y], [toX, toY]] = ends.map(middle);
  const length = Math.hypot(toX - x, toY - y);
  const [start, end] = [ringRadius(ends[0]) * 0.6, ringRadius(ends[1]) + look.ring];
  if (length <= start + end) return null;
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const d = `M${x + dx * start} ${y + dy * start}L${toX - dx * end} ${toY - dy * end}`;
  return draw("path", { class: "arrow", d });
}

// --- terrain ------------------------------------------------------------------------------------

let mapShown = 0;

// Repaint the squares where the terrain of this frame differs from the map in the page.
function drawTerrain(scene) {
  if (scene.map === mapShown) return;
  const patches = look.patches[scene.map].map((id) => draw("use", { href: `#p-${id}` }));
  element("patches").replaceChildren(...patches);
  mapShown = scene.map;
}
