// The wind of guide appendix B: evenly spaced streamlines around discs. Pure and seeded: the same input gives the same drawing.
export interface Disc {
  x: number;
  y: number;
  r: number;
}
export interface WindOptions {
  width: number;
  height: number;
  discs: readonly Disc[];
  /** Distance of lines in px. */
  sep: number;
  wave: number;
  seed: number;
  /** Seed points to try. */
  attempts?: number;
  /** Minimum length of a line, in px. */
  least?: number;
}
export interface WindPath {
  /** SVG path data, one decimal. */
  d: string;
  length: number;
  /** 0 to 3: the step of its opacity. */
  step: number;
  /** Length of the bright dash of the 16% of lines with a gust, else 0. */
  gust: number;
}
type Point = [number, number];

/** The direction of the wind at a point, of length 1; null inside a disc. */
export function velocity(x: number, y: number, { discs, wave, seed }: WindOptions): Point | null {
  let u = 1;
  let v = wave * Math.sin(x * 0.0043 + seed + 0.8 * Math.sin(y * 0.006)) + wave * 0.5 * Math.sin(x * 0.011 - y * 0.008 + seed * 2);
  for (const disc of discs) {
    const dx = x - disc.x;
    const dy = y - disc.y;
    const r2 = dx * dx + dy * dy;
    const a2 = disc.r * disc.r;
    if (r2 < a2 * 0.94) return null;
    u -= (a2 * (dx * dx - dy * dy)) / (r2 * r2); // cylinder doublet
    v = v * (1 - Math.exp(-(r2 / a2 - 1) * 0.8) * 0.999) - (2 * a2 * dx * dy) / (r2 * r2); // the wave is calm near a disc
  }
  const m = Math.hypot(u, v) || 1;
  return [u / m, v / m];
}

/** mulberry32 */
function random(seed: number) {
  let a = seed * 2654435761;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Catmull-Rom through the points, as cubic curves (k = .16). */
function smooth(points: Point[]): string {
  const n = (value: number) => Math.round(value * 10) / 10;
  const [first] = points;
  if (!first) return '';
  let d = `M${n(first[0])} ${n(first[1])}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [p0, p1, p2, p3] = [points[Math.max(0, i - 1)]!, points[i]!, points[i + 1]!, points[Math.min(points.length - 1, i + 2)]!]; // in range by the loop
    const k = 0.16;
    d += `C${n(p1[0] + (p2[0] - p0[0]) * k)} ${n(p1[1] + (p2[1] - p0[1]) * k)} ${n(p2[0] - (p3[0] - p1[0]) * k)} ${n(p2[1] - (p3[1] - p1[1]) * k)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d;
}

export function wind(options: WindOptions): WindPath[] {
  const { width, height, sep, seed, attempts = 10_000, least = 70 } = options;
  const next = random(seed);
  const grid = new Map<number, Point[]>();
  const cell = (x: number, y: number) => Math.floor(y / sep) * 4096 + Math.floor(x / sep);
  const near = (x: number, y: number, distance: number) => {
    for (let gy = -1; gy <= 1; gy++)
      for (let gx = -1; gx <= 1; gx++)
        for (const p of grid.get(cell(x + gx * sep, y + gy * sep)) ?? []) if (Math.hypot(p[0] - x, p[1] - y) < distance) return true;
    return false;
  };
  const walk = (from: Point, way: number) => {
    const points: Point[] = [];
    let [x, y] = from;
    for (let n = 0; n < 900; n++) {
      const here = velocity(x, y, options);
      const middle = here && velocity(x + here[0] * 2 * way, y + here[1] * 2 * way, options);
      if (!middle) break;
      x += middle[0] * 4 * way;
      y += middle[1] * 4 * way;
      if (x < -sep || x > width + sep || y < -sep || y > height + sep || near(x, y, sep * 0.55)) break;
      points.push([x, y]);
    }
    return points;
  };
  const lines: WindPath[] = [];
  for (let n = 0; n < attempts; n++) {
    const from: Point = [next() * width, next() * height];
    if (near(from[0], from[1], sep) || !velocity(from[0], from[1], options)) continue;
    const points = [...walk(from, -1).reverse(), from, ...walk(from, 1)];
    const length = points.length * 4;
    if (length < least) continue;
    for (const p of points) {
      const at = cell(p[0], p[1]);
      grid.set(at, [...(grid.get(at) ?? []), p]);
    }
    const d = smooth(points.filter((_, i) => i % 4 === 0 || i === points.length - 1));
    const gusty = next() < 0.16;
    lines.push({ d, length, step: Math.floor(next() * 4), gust: gusty ? 50 + Math.round(next() * 110) : 0 });
  }
  return lines;
}
