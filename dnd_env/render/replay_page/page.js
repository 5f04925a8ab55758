// The page around the board: initiative, log, controls, tooltip.

const DEFAULT_SPEED = 2; // frames a second
let at = -1; // the frame shown
let timer = null;

// --- showing a frame ----------------------------------------------------------------------------

function show(index) {
  const wanted = Math.min(Math.max(index, 0), frames.length - 1);
  if (wanted === at) return;
  const scene = frames[wanted];
  const before = frames[Math.max(0, wanted - 1)];
  drawTerrain(scene);
  drawAreas(scene);
  drawTokens(scene, before);
  element("headline").textContent = headline(scene);
  element("count").textContent = `Frame ${wanted + 1} of ${frames.length}`;
  element("hash").textContent = scene.hash === undefined ? "" : scene.hash;
  element("slider").value = wanted;
  element("slider").setAttribute("aria-valuetext", `Frame ${wanted + 1}, round ${scene.round}`);
  element("round").value = rounds.findLastIndex(({ index: start }) => start <= wanted);
  element("first").disabled = element("back").disabled = wanted === 0;
  element("last").disabled = element("forward").disabled = wanted === frames.length - 1;
  showInitiative(scene);
  showLog(wanted);
  hideTooltip();
  at = wanted;
}

function showInitiative(scene) {
  const rows = listed(scene).map(([who, score]) => {
    const one = scene.creatures[who];
    const row = make("li", [one.life, one.visible ? "" : "remembered"].join(" ").trim());
    if (who === scene.turn) row.setAttribute("aria-current", "true");
    const disc = make("span", "disc", one.letter);
    disc.style.background = one.life === "dead" ? look.dead : sideColour(one.side);
    const name = make("span", "who", one.name);
    name.append(make("span", "remarks", remarks(one).join(", ")));
    row.append(make("span", "score", score === null ? "" : String(score)), disc, name, bar(one));
    row.addEventListener("pointerenter", () => mark(who, true));
    row.addEventListener("pointerleave", () => mark(who, false));
    return row;
  });
  element("initiative").replaceChildren(...rows);
}

function bar(one) {
  const part = healthPart(one);
  const extra = one.temp_hit_points ? ` +${one.temp_hit_points}` : "";
  const numbers = `${known(one.hit_points)}/${known(one.hit_point_maximum)}${extra}`;
  const box = make("span", "numbers", `${numbers}  AC ${known(one.armor_class)}`);
  const track = make("div", "bar");
  const full = make("i");
  full.style.width = `${100 * (part || 0)}%`;
  full.style.background = healthColour(part);
  track.append(full);
  box.append(track);
  return box;
}

function mark(who, on) {
  if (tokens.has(who)) tokens.get(who).classList.toggle("marked", on);
}

// --- log ----------------------------------------------------------------------------------------

// Which frame first tells each line: a click on a line goes there.
function makeLog() {
  const lines = data.log.map((text, line) => {
    const item = make("li");
    const button = make("button", "", text);
    button.type = "button";
    button.addEventListener("click", () => {
      pause();
      show(frames.findIndex((frame) => frame.logEnd !== null && frame.logEnd > line));
    });
    item.hidden = true;
    item.append(button);
    return item;
  });
  element("log").replaceChildren(...lines);
}

function showLog(index) {
  const items = element("log").children;
  const end = frames[index].logEnd || 0;
  const start = index > 0 ? frames[index - 1].logEnd || 0 : 0;
  for (let line = 0; line < items.length; line += 1) {
    if (items[line].hidden !== line >= end) items[line].hidden = line >= end;
    items[line].classList.toggle("new", line >= start && line < end);
  }
  element("log").scrollTop = element("log").scrollHeight;
}

// --- tooltip ------------------------------------------------------------------------------------

function showTooltip(who, event) {
  const box = element("tooltip");
  box.textContent = tooltipText(frames[at].creatures[who], frames[at]);
  box.hidden = false;
  const left = Math.min(event.clientX + 16, window.innerWidth - box.offsetWidth - 8);
  const top = Math.min(event.clientY + 16, window.innerHeight - box.offsetHeight - 8);
  box.style.left = `${Math.max(0, left)}px`;
  box.style.top = `${Math.max(0, top)}px`;
}

function hideTooltip() {
  element("tooltip").hidden = true;
}

// --- controls -----------------------------------------------------------------------------------

function pause() {
  window.clearInterval(timer);
  timer = null;
  element("play").textContent = "Play";
}

function play() {
  pause();
  if (at === frames.length - 1) show(0);
  const speed = Number(element("speed").value) || DEFAULT_SPEED;
  timer = window.setInterval(() => {
    show(at + 1);
    if (at === frames.length - 1) pause();
  }, 1000 / speed);
  element("play").textContent = "Pause";
}

function toggle() {
  if (timer === null) play();
  else pause();
}

// Go by whole rounds: back to the start of this one, or of the one before.
function stepRound(direction) {
  const starts = rounds.map(({ index }) => index);
  const next = direction > 0 ? starts.find((start) => start > at) : starts.findLast((s) => s < at);
  go(next === undefined ? (direction > 0 ? frames.length - 1 : 0) : next);
}

function go(index) {
  pause();
  show(index);
}

const DEEDS = {
  first: () => go(0),
  "round-back": () => stepRound(-1),
  back: () => go(at - 1),
  play: toggle,
  forward: () => go(at + 1),
  "round-on": () => stepRound(1),
  last: () => go(frames.length - 1),
};

const KEYS = {
  Home: "first",
  PageUp: "round-back",
  ArrowLeft: "back",
  " ": "play",
  ArrowRight: "forward",
  PageDown: "round-on",
  End: "last",
};

function onKey(event) {
  const deed = KEYS[event.key];
  const onControl = ["SELECT", "INPUT"].includes(event.target.tagName);
  const pressesButton = event.key === " " && event.target.tagName === "BUTTON";
  if (!deed || onControl || pressesButton) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  DEEDS[deed]();
}

function start() {
  makeLog();
  element("slider").max = frames.length - 1;
  element("round").append(...rounds.map(({ round }, place) => {
    const option = make("option", "", String(round));
    option.value = place;
    return option;
  }));
  element("round-marks").append(...rounds.map(({ index }) => {
    const option = make("option");
    option.value = index;
    return option;
  }));
  for (const [id, deed] of Object.entries(DEEDS)) element(id).addEventListener("click", deed);
  element("slider").addEventListener("input", () => go(Number(element("slider").value)));
  element("round").addEventListener("change", () => go(rounds[element("round").value].index));
  element("speed").addEventListener("change", () => timer !== null && play());
  document.addEventListener("keydown", onKey);
  // replay.html#12 opens at frame 12.
  show((Number.parseInt(window.location.hash.slice(1), 10) || 1) - 1);
}

start();
