// The frames of a replay, and what can be said of them in words. First of three scripts that are
// joined into one. dnd_env/render/replay_frames.py says how frames are packed, and
// dnd_env/render/scene.py what a frame holds.
"use strict";

const element = (id) => document.getElementById(id);
const read = (id) => JSON.parse(element(id).textContent);
const data = read("replay-data");
const look = read("replay-look");
const S = look.square;
const frames = unpack(data);
const rounds = roundStarts(frames);

// Make whole frames from the changes; what stays the same is shared between them.
function unpack(packed) {
  const whole = [];
  let scene = {};
  for (const change of packed.frames) {
    scene = Object.assign({}, scene, change.set);
    for (const key of change.drop || []) delete scene[key];
    const creatures = (scene.creatures || []).slice(0, change.count);
    for (const [who, changed] of Object.entries(change.creatures || {})) {
      const one = Object.assign({}, creatures[who], changed.set);
      for (const key of changed.drop || []) delete one[key];
      creatures[who] = one;
    }
    scene.creatures = creatures;
    whole.push(Object.assign({}, scene, { map: change.map, logEnd: change.log_end }));
  }
  return whole;
}

function roundStarts(all) {
  const starts = [];
  all.forEach((frame, index) => {
    if (index === 0 || frame.round !== all[index - 1].round) {
      starts.push({ round: frame.round, index });
    }
  });
  return starts;
}

const isShown = (one) => (one.visible || one.remembered) && one.life !== "gone";
const known = (number) => (number === null ? "?" : String(number));

function listed(scene) {
  const rows = (scene.initiative || []).filter(([who]) => isShown(scene.creatures[who]));
  const inOrder = new Set(rows.map(([who]) => who));
  scene.creatures.forEach((one, who) => {
    if (isShown(one) && !inOrder.has(who)) rows.push([who, null]);
  });
  return rows;
}

function headline(scene) {
  const { winner, over, turn, round, sides, creatures } = scene;
  if (winner !== null && winner !== undefined) return `${sides[winner]} win in round ${round}`;
  if (over) return `A draw in round ${round}`;
  if (turn === null || !isShown(creatures[turn])) return `Round ${round}`;
  return `Round ${round}, turn of ${creatures[turn].name}`;
}

function healthPart(one) {
  if (one.hit_points === null || !one.hit_point_maximum) return null;
  return Math.min(1, Math.max(0, one.hit_points / one.hit_point_maximum));
}

function healthColour(part) {
  if (part === null) return look.health.unknown;
  return part > 0.5 ? look.health.healthy : part > 0.25 ? look.health.hurt : look.health.grave;
}

const sideColour = (side) => look.sides[side % look.sides.length];

function remarks(one) {
  const words = one.life === "up" ? [] : [one.life];
  words.push(...one.conditions);
  if (one.concentrates) words.push(`concentrates on ${one.concentrates}`);
  if (one.altitude_ft) words.push(`${one.altitude_ft} ft up`);
  if (!one.visible) words.push("last seen here");
  return words;
}

function tooltipText(one, scene) {
  let wounds = `${known(one.hit_points)} of ${known(one.hit_point_maximum)} hit points`;
  if (one.temp_hit_points) wounds += `, ${one.temp_hit_points} temporary`;
  const lines = [one.name, scene.sides[one.side], wounds, `armor class ${known(one.armor_class)}`];
  return lines.concat(remarks(one), one.details || []).join("\n");
}
