import { floors, importFloor } from './importGraph.mjs';

/** Boxes of the picture: title, what is in it, the files below `src` that belong to it, and its place in pixels. */
const boxes = {
  pages: box('Pages', 'src/pages, middleware.ts', /^(pages\/|middleware\.ts|content\.config\.ts)/, 40, 100, 620),
  layouts: box('Layouts', 'src/layouts', /^layouts\//, 470, 220, 190),
  shell: box('Shell of the panel', 'src/islands/shell', /^islands\/shell\//, 255, 220, 190),
  islands: box('Islands of features', 'src/islands/<line>', /^islands\/(?!shell|ui)/, 40, 220, 190),
  browser: box('Calls, forms, stores', 'src/browser', /^browser\//, 360, 340, 300),
  kit: box('Components', 'src/islands/ui', /^islands\/ui\//, 40, 340, 300),
  boot: box('Composition root', 'src/boot.ts', /^boot\.ts$/, 720, 100, 190),
  adapter: box('Adapter', 'src/adapter', /^adapter\//, 720, 220, 190),
  edge: box('Edge', 'src/edge, edgeProcess.ts', /^(edge\/|edgeProcess\.ts)/, 720, 340, 190),
  dns: box('Name server', 'src/dns', /^dns\//, 720, 460, 190),
  cli: box('Command line', 'src/cli', /^cli\//, 470, 460, 190),
  provider: { title: 'Provider', about: '', files: /^provider\//, x: 970, y: 70, width: 300, height: 460 },
  contract: box('Contract', 'src/lib/contract: every call, declared once', /^lib\/contract\//, 40, 580, 600),
  shared: box(
    'Rules, texts, formats, routes',
    'src/lib/{rules,i18n,format,routes}, modules of src/lib, src/config, src/content',
    /^(lib\/|config\/|content\/)/,
    670,
    580,
    600,
  ),
};
const titles = { lines: 'account, cdn, cloud, …', registry: 'manifests.ts, routes.ts', programs: 'index.ts, answer.ts, main.ts, …' };
/** These are under everything: arrows to them would cross the whole picture. */
const ground = ['contract', 'shared'];

function box(title, about, files, x, y, width, height = 62) {
  return { title, about, files, x, y, width, height };
}
const importArea = (file) => Object.keys(boxes).find((name) => boxes[name].files.test(file));

/**
 * The areas of the source code and the imports between them, as an SVG image: an arrow is there if a file of one imports a file of the
 * other. Deterministic, so that it can be compared with the file in the repository.
 * @param {import('./importGraph.mjs').Graph} graph
 * @returns {string}
 */
export function drawing(graph) {
  const arrows = new Set();
  const climbs = new Set();
  for (const [from, imports] of graph) {
    for (const to of imports) {
      const [a, b] = [importArea(from), importArea(to)];
      if (a && b && a !== b && !ground.includes(b)) arrows.add(`${a} ${b}`);
      const [low, high] = [importFloor(from), importFloor(to)];
      if (low >= 0 && high > low) climbs.add(`${low} ${high}`);
    }
  }
  const upwards = [...climbs].sort().map((pair) => pair.split(' ').map(Number));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 700" font-family="system-ui, sans-serif" font-size="14" role="img" aria-labelledby="t">
<title id="t">Areas of src and the imports between them</title>
<defs>
<marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#475467"/></marker>
<marker id="u" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#b42318"/></marker>
</defs>
<rect width="1400" height="700" fill="#fff"/>
<text x="40" y="40" font-size="20" font-weight="600" fill="#101828">What imports what in src</text>
<g fill="none" stroke="#475467" stroke-width="1.5" marker-end="url(#a)">
${[...arrows]
  .sort()
  .map((pair) => arrow(...pair.split(' ')))
  .join('\n')}
</g>
${Object.values(boxes)
  .map((one) => rectangle(one, one.title === 'Provider'))
  .join('\n')}
${floors.map(([name], index) => floor(name, index)).join('\n')}
<g fill="none" stroke="#b42318" stroke-width="1.5" stroke-dasharray="5 3" marker-end="url(#u)">
${upwards.map(([low, high], index) => climb(low, high, index)).join('\n')}
</g>
<text x="40" y="672" fill="#475467">Every area may import the two at the bottom, and they import each other; arrows to them are left out. A floor of the provider imports those below it;</text>
<text x="40" y="690" fill="#b42318">dashed: imports from a lower floor to a higher one, which are limited and to be removed.</text>
</svg>
`;
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function rectangle({ title, about, x, y, width, height }, isFrame) {
  const label = `<text x="${x + 14}" y="${y + 26}" font-weight="600" fill="#101828">${escaped(title)}</text>`;
  const detail = about && `<text x="${x + 14}" y="${y + 46}" font-size="12" fill="#475467">${escaped(about)}</text>`;
  const [fill, stroke] = isFrame ? ['#f9fafb', '#98a2b3'] : ['#eff8ff', '#1570ef'];
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${stroke}"/>${label}${detail}`;
}

const FLOOR_HEIGHT = 44;
const floorTop = (index) => boxes.provider.y + 40 + (floors.length - 1 - index) * (FLOOR_HEIGHT + 2);
function floor(name, index) {
  const { x, width } = boxes.provider;
  const y = floorTop(index);
  const text = titles[name] ?? `provider/${name}`;
  return `<rect x="${x + 12}" y="${y}" width="${width - 24}" height="${FLOOR_HEIGHT}" rx="6" fill="#fff" stroke="#98a2b3"/><text x="${x + 26}" y="${y + 22}" font-weight="600" fill="#101828">${name}</text><text x="${x + 26}" y="${y + 40}" font-size="12" fill="#475467">${text}</text>`;
}

/** A curve beside the floors, from a lower one up to a higher one. */
function climb(low, high, index) {
  const x = boxes.provider.x + boxes.provider.width - 12;
  const [from, to] = [floorTop(low) + 10 + (high % 5) * 7, floorTop(high) + 14 + (low % 5) * 7];
  const reach = x + 34 + index * 9;
  return `<path d="M${x} ${from}C${reach} ${from} ${reach} ${to} ${x} ${to}"/>`;
}

/** A straight line between the two nearest sides; boxes lie over it. */
function arrow(from, to) {
  const [a, b] = [boxes[from], boxes[to]];
  const [ax, bx] = [middle(a, b), middle(b, a)];
  if (a.y + a.height <= b.y) return `<path d="M${ax} ${a.y + a.height}L${bx} ${b.y}"/>`;
  if (b.y + b.height <= a.y) return `<path d="M${ax} ${a.y}L${bx} ${b.y + b.height}"/>`;
  const y = (one, other) => Math.min(Math.max(one.y + one.height / 2, other.y + 20), other.y + other.height - 20);
  const isRight = a.x < b.x;
  return `<path d="M${isRight ? a.x + a.width : a.x} ${y(a, b)}L${isRight ? b.x : b.x + b.width} ${y(b, a)}"/>`;
}
/** Where an arrow leaves or reaches a box horizontally: inside of both boxes, where they overlap. */
function middle(one, other) {
  const [left, right] = [Math.max(one.x, other.x), Math.min(one.x + one.width, other.x + other.width)];
  if (right - left > 20) return Math.round((left + right) / 2);
  return one.x < other.x ? one.x + one.width - 24 : one.x + 24;
}
