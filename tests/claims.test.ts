import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { careful, claim, claims, dataHas } from '../src/layouts/parts/claims.ts';
import { locales } from '../src/lib/i18n/locales.ts';
import { href, routeNames, routes } from '../src/lib/routes/index.ts';
import { areas } from '../src/lib/rules/core/areas.ts';
import { capabilities, type Engines, has } from '../src/lib/rules/core/capabilities.ts';

/* The claims of the site, and what each needs. A claim about something that an installation lacks is hidden or marked “Planned”. */
interface Claim {
  place: string;
  capability: string;
}

const folders = (locale: string) => [
  `src/content/marketing/${locale}.yaml`,
  `src/content/faq/${locale}.yaml`,
  ...['site', 'legal', 'docs'].flatMap((kind) =>
    readdirSync(`src/content/${kind}/${locale}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(yaml|mdx)$/.test(name))
      .map((name) => `src/content/${kind}/${locale}/${name}`),
  ),
];

/** Every `needs`, `unless` and `plannedUntil` below a value, with its path. */
function inYaml(value: unknown, way: string): Claim[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => inYaml(item, `${way}.${item?.id ?? index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'needs' || key === 'unless' || key === 'plannedUntil'
      ? [{ place: `${way} ${key}`, capability: String(item) }]
      : inYaml(item, `${way}.${key}`),
  );
}

function readClaims(locale: string): Claim[] {
  return folders(locale).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const name = file.replace(/^src\/content\//, '').replace(`/${locale}`, '');
    if (file.endsWith('.yaml')) return inYaml(parse(text), name);
    const found = text.matchAll(/<(Needs|Unless|Planned) capability="([^"]*)"/g);
    return [...found].map(([, tag, capability = '']) => ({ place: `${name} ${tag}`, capability }));
  });
}

test('every claim refers to an existing capability, and every language makes the same claims', () => {
  const own = readClaims('en').map(({ place, capability }) => `${place}: ${capability}`);
  expect(own.length).toBeGreaterThan(50);
  for (const locale of locales) {
    const theirs = readClaims(locale);
    expect(theirs.filter(({ capability }) => !(capabilities as string[]).includes(capability))).toEqual([]); // of the file, not yet known
    expect(theirs.map(({ place, capability }) => `${place.replace(`${locale}.yaml`, 'en.yaml')}: ${capability}`).sort()).toEqual(
      [...own].sort(),
    );
  }
});

/** English words that make a claim, and what they need. Each must be within a claim. */
const promises: [RegExp, string[]][] = [
  [/\{\{uptime\}\}|99\.9|\d+ locations/i, ['edge']],
  [/DNSSEC on the/i, ['dnssec']],
  [/HTTP\/3|\bQUIC\b/i, ['http3']],
  [/L3\/4|network level|network layer|packet flood/i, ['l34']],
  [/country (?:rule|allowlist)|block (?:a country|countries)|visitors by country/i, ['geo']],
  [/access logs?\b/i, ['accessLogs']],
  [/CAPTCHA/i, ['captcha']],
  [/address (?:stays|is|remains) hidden|hides? your (?:server|origin)/i, ['edgeAddresses']],
];

/** The texts of a file, each with the capabilities of everything around it. */
function texts(value: unknown, around: string[]): { text: string; around: string[] }[] {
  if (typeof value === 'string') return [{ text: value, around }];
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, around));
  if (typeof value !== 'object' || value === null) return [];
  const { needs, unless, plannedUntil, otherwise, ...rest } = value as Record<string, unknown>; // of parsed YAML
  const inner = [...around, ...[needs, unless, plannedUntil].filter((name) => typeof name === 'string')];
  return [...texts(otherwise, around), ...Object.values(rest).flatMap((item) => texts(item, inner))];
}

const bare = (match: readonly { text: string; around: readonly string[] }[]) =>
  match.flatMap(({ text, around }) =>
    promises.filter(([words, needed]) => words.test(text) && !needed.some((name) => around.includes(name))).map(([words]) => [words, text]),
  );

test.each(folders('en').filter((file) => file.endsWith('.yaml')))('%s makes no claim without its capability', (file) => {
  expect(bare(texts(parse(readFileSync(file, 'utf8')), []))).toEqual([]);
});

test.each(folders('en').filter((file) => file.endsWith('.mdx')))('%s makes no claim without its capability', (file) => {
  // What is within a mark is checked by its name; code and links are no claims.
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '');
  const outside = text.replace(/<(Needs|Unless) capability="(\w+)">([\s\S]*?)<\/\1>/g, (_mark, _tag, name: string, inner: string) =>
    bare([{ text: inner, around: [name] }]).length > 0 ? inner : '',
  );
  const paragraphs = outside.replace(/<Fact name="uptime" \/>/g, '{{uptime}}').split('\n');
  expect(bare(paragraphs.map((one) => ({ text: one, around: [] })))).toEqual([]);
});

/** An installation without engines. */
const nothing: Engines = {
  edge: 'none',
  places: 'unknown',
  edgeAddresses: false,
  http3: false,
  l34: false,
  captcha: 'none',
  originVerification: false,
  accessLogs: false,
  dns: 'none',
  dnssec: false,
  certificates: 'none',
  objectStore: 'none',
  payment: 'none',
  compute: 'none',
};

test('an unknown capability is refused, and both wordings are kept', () => {
  expect(claim.safeParse({ needs: 'warp', text: 'a', otherwise: 'b' }).success).toBe(false);
  expect(claims.safeParse([{ needs: 'warp', text: 'a' }]).success).toBe(false);
  expect(claims.parse(['a', { needs: 'edge', text: 'b' }])).toEqual([{ text: 'a' }, { needs: 'edge', text: 'b' }]);
  expect(careful(claim.parse({ needs: 'edge', text: 'a', otherwise: 'b' }))).toBe('b');
  expect(careful('a')).toBe('a');
});

test('what an installation has follows from what its engines report', () => {
  expect(dataHas(nothing)).toBe('');
  expect(dataHas(null)).toBe('');
  expect(has({ ...nothing, edgeAddresses: true }, 'edgeAddresses')).toBe(false);
  expect(has({ ...nothing, places: 'none' }, 'geo')).toBe(false);
  expect(dataHas({ ...nothing, edge: 'connected', places: 'connected', captcha: 'proofOfWork', compute: 'simulated' })).toBe(
    'edge geo captcha compute',
  );
  // The answer of a provider that is older than most of the fields.
  expect(dataHas({ edge: 'connected', dns: 'powerdns', payment: 'none' } as Engines)).toBe('edge dns');
});

test('the styles hide the wording of each capability, and of nothing else', () => {
  const style = readFileSync('src/layouts/styles/claims.css', 'utf8');
  const pairs = [...style.matchAll(/:root:not\(\[data-has~="(\w+)"\]\) \[data-needs="\1"\],\n\[data-has~="\1"\] \[data-unless="\1"\]/g)];
  expect(pairs.map(([, name]) => name)).toEqual(capabilities);
  expect(style.match(/data-needs=/g)).toHaveLength(capabilities.length);
});

test('the styles hide what belongs to each area that may be lacking, and the links to its screens', () => {
  const style = readFileSync('src/layouts/styles/claims.css', 'utf8');
  const pairs = [...style.matchAll(/\[data-lacks~="(\w+)"\] \[data-area~="\1"\]/g)];
  expect(pairs.map(([, name]) => name)).toEqual(areas);
  const links = [...style.matchAll(/\[data-lacks~="(\w+)"\] \.shell (a\S*?)[,\s]*[{\n]/g)].map(([, area = '', selector = '']) => ({
    area,
    selector,
  }));
  const document = new JSDOM('<div></div>').window.document;
  const wrong = routeNames.flatMap((name) => {
    const link = document.createElement('a');
    link.setAttribute('href', href(name, { domain: 'x.example', id: '1', cluster: '1' }));
    const own = links.filter(({ selector }) => link.matches(selector)).map(({ area }) => area);
    const { area } = routes[name];
    // A part of an area that may be lacking alone has the links of both.
    const expected =
      area === undefined ? [] : area === 'clusters' ? ['cdn', 'clusters'] : area === 'payments' ? ['finance', 'payments'] : [area];
    return own.join() === expected.join() ? [] : [`${name}: ${own.join() || 'none'}`];
  });
  expect(wrong).toEqual([]);
});
