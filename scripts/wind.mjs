// Draws the wind of the public pages: evenly spaced streamlines around discs.
// The same seed always gives the same image. Discs and sizes are in src/layouts/parts/wind.json, which the layouts use too.
//   node scripts/wind.mjs [folder]     writes <folder>/art/*.svg (folder: public)

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { velocity } from '../src/islands/ui/wind/field.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @typedef {{ x: number, y: number, r: number, label?: number }} Disc */
/** @typedef {{ width: number, height: number, sep: number, wave: number, seed: number, discs: Disc[], lead?: number, light?: boolean }} Art `lead`: how much of the width the blue start of the colour lies before the picture */
/** @typedef {[x: number, y: number]} Point */

/** Mulberry32: a small seeded generator of numbers from 0 up to 1. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const STEP = 4;
const MIN_LENGTH = 70;
const MAX_ATTEMPTS = 10_000;

/** Drawn points in cells of one `sep`, to find neighbors without checking every point. */
function grid(sep) {
  const cells = new Map();
  const cell = (x, y) => `${Math.floor(x / sep)},${Math.floor(y / sep)}`;
  return {
    add(points) {
      for (const point of points) {
        const key = cell(...point);
        const list = cells.get(key);
        if (list) list.push(point);
        else cells.set(key, [point]);
      }
    },
    near(x, y, distance) {
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++)
          for (const [px, py] of cells.get(cell(x + i * sep, y + j * sep)) ?? [])
            if ((px - x) ** 2 + (py - y) ** 2 < distance * distance) return true;
      return false;
    },
  };
}

/** @returns {Point[][]} lines of points 4 px apart */
function streamlines(art) {
  const { width, height, sep } = art;
  const rand = random(art.seed);
  const plotted = grid(sep);
  const lines = [];
  const walk = (x, y, sign) => {
    const points = [];
    while (points.length < 2000) {
      const here = velocity(x, y, art);
      const middle = here && velocity(x + (sign * here[0] * STEP) / 2, y + (sign * here[1] * STEP) / 2, art);
      if (!middle) break;
      x += sign * middle[0] * STEP;
      y += sign * middle[1] * STEP;
      if (x < -12 || x > width + 12 || y < -12 || y > height + 12 || plotted.near(x, y, sep * 0.55)) break;
      points.push([x, y]);
    }
    return points;
  };
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const x = rand() * width;
    const y = rand() * height;
    if (!velocity(x, y, art) || plotted.near(x, y, sep)) continue;
    const line = [...walk(x, y, -1).reverse(), [x, y], ...walk(x, y, 1)];
    if (line.length * STEP < MIN_LENGTH) continue;
    plotted.add(line);
    lines.push(line);
  }
  return lines;
}

/** Each fourth point, as a Catmull-Rom curve (k = .16). `s` mirrors the handle, which is what Catmull-Rom needs. Unit: half a pixel. */
function path(line) {
  const knots = line.filter((_, i) => i % 4 === 0 || i === line.length - 1).map(([x, y]) => [Math.round(x * 2), Math.round(y * 2)]);
  /** Compact path numbers: a minus sign also separates two numbers. */
  const numbers = (list) => list.reduce((text, n) => `${text}${text === '' || n < 0 ? '' : ' '}${n}`, '');
  const curve = [];
  for (let i = 1; i < knots.length; i++) {
    const [ax, ay] = knots[i - 1];
    const [bx, by] = knots[i];
    const [cx, cy] = knots[i + 1] ?? knots[i];
    const hx = Math.round(bx - ax - 0.16 * (cx - ax));
    const hy = Math.round(by - ay - 0.16 * (cy - ay));
    curve.push(hx, hy, bx - ax, by - ay);
  }
  return `M${numbers(knots[0])}s${numbers(curve)}`;
}

const LEVELS = [0.1, 0.2, 0.31, 0.42];
const FLOW = `<linearGradient id="f" gradientUnits="userSpaceOnUse" x1="START" y1="0" x2="END" y2="0"><stop stop-color="FROM"/><stop offset=".55" stop-color="TO"/></linearGradient>`;

function svg(art, defs, body) {
  const { width, height } = art;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>\n`;
}

const DARK = { start: '#29d', end: '#4cd7d3', discFrom: '#1b2a30', discTo: '#0b1417', ring: '#4cd7d3', glow: '#0f5f7a' };
const LIGHT = { start: '#00849f', end: '#00849f', discFrom: '#fff', discTo: '#dfebed', ring: '#00849f', glow: '#9fd8e0' };

/** Draws one image: `still` has lines and discs, `gusts` the bright dashes, which move unless the visitor prefers reduced motion. */
export function draw(art, colors = DARK) {
  const rand = random(art.seed + 100);
  const gradient = FLOW.replace('START', String(-art.width * 2 * (art.lead ?? 0)))
    .replace('END', String(art.width * 2))
    .replace('FROM', colors.start)
    .replace('TO', colors.end);
  const levels = LEVELS.map(() => []);
  const gusts = [];
  for (const line of streamlines(art)) {
    const d = path(line);
    levels[Math.floor(rand() ** 0.8 * LEVELS.length)].push(d);
    const long = line.length * STEP;
    if (rand() < 0.16 && long > 240) gusts.push({ d, long: long * 2, dash: (50 + rand() * 110) * 2, at: rand(), seconds: 8 + rand() * 6 });
  }
  const main = art.discs[0];
  const lines = levels.map((list, i) => `<path opacity="${LEVELS[i]}" d="${list.join('')}"/>`).join('');
  const discs = art.discs
    .map(
      ({ x, y, r }) =>
        `<circle cx="${x}" cy="${y}" r="${(r * 0.92).toFixed(1)}" fill="url(#d)" stroke="${colors.ring}" stroke-opacity=".28"/>`,
    )
    .join('');
  const still = svg(
    art,
    `${gradient}<radialGradient id="d" cx=".35" cy=".28" r=".8"><stop stop-color="${colors.discFrom}"/><stop offset=".72" stop-color="${colors.discTo}"/></radialGradient>` +
      `<radialGradient id="g"><stop stop-color="${colors.glow}" stop-opacity=".3"/><stop offset="1" stop-color="${colors.glow}" stop-opacity="0"/></radialGradient>`,
    `<circle cx="${main.x}" cy="${main.y}" r="${main.r * 4.6}" fill="url(#g)"/><g fill="none" stroke="url(#f)" stroke-width="2" transform="scale(.5)">${lines}</g>${discs}`,
  );
  const dashes = (moving) =>
    gusts
      .map(({ d, long, dash, at, seconds }) => {
        const [dashLength, from] = [Math.round(dash), -Math.round(at * long)];
        const motion = moving
          ? ` style="animation:${seconds.toFixed(1)}s linear -${(at * seconds).toFixed(1)}s infinite g;--l:${-Math.round(long)}px;--d:${dashLength}px"`
          : '';
        return `<path stroke-dasharray="${dashLength} ${Math.round(long + dash)}" stroke-dashoffset="${from}"${motion} d="${d}"/>`;
      })
      .join('');
  const gustPicture = (moving) =>
    svg(
      art,
      gradient,
      `${moving ? '<style>@keyframes g{from{stroke-dashoffset:var(--d)}to{stroke-dashoffset:var(--l)}}@media(prefers-reduced-motion:reduce){path{animation:none!important}}</style>' : ''}` +
        `<g fill="none" stroke="url(#f)" stroke-width="3.4" stroke-linecap="round" opacity=".8" transform="scale(.5)">${dashes(moving)}</g>`,
    );
  return { still, gusts: gustPicture(false), moving: gustPicture(true) };
}

/**
 * Writes `<folder>/art/<name>.svg`, `<name>-gusts.svg` (static) and `<name>-wind.svg` (animated) for each image, and
 * `<name>-light.svg` for those that are also used on a light background.
 * @param {string} folder the public folder
 * @returns {string[]} the files written
 */
export function writeArt(folder = join(root, 'public')) {
  /** @type {Record<string, Art>} */
  const arts = JSON.parse(readFileSync(join(root, 'src/layouts/parts/wind.json'), 'utf8'));
  mkdirSync(join(folder, 'art'), { recursive: true });
  return Object.entries(arts).flatMap(([name, art]) => {
    const { still, gusts, moving } = draw(art);
    const light = art.light ? { [`${name}-light`]: draw(art, LIGHT).still } : {};
    return Object.entries({ [name]: still, [`${name}-gusts`]: gusts, [`${name}-wind`]: moving, ...light }).map(([file, text]) => {
      const target = join(folder, 'art', `${file}.svg`);
      writeFileSync(target, text);
      return target;
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const file of writeArt(process.argv[2])) console.log(file);
