import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { claim, claims, kept } from '../src/layouts/parts/claims.ts';
import { provider } from '../src/lib/contract/core/provider.ts';
import { locales } from '../src/lib/i18n/locales.ts';
import { capabilities, has } from '../src/lib/rules/core/capabilities.ts';
import { startProvider } from './support/provider.ts';

/* The claims of the site, and what each needs. A claim about something that this build lacks is hidden or marked "Planned". */
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

/** Every `needs` and `plannedUntil` below a value, with its path. */
function inYaml(value: unknown, way: string): Claim[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => inYaml(item, `${way}.${item?.id ?? index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'needs' || key === 'plannedUntil' ? [{ place: `${way} ${key}`, capability: String(item) }] : inYaml(item, `${way}.${key}`),
  );
}

function claimsOf(locale: string): Claim[] {
  return folders(locale).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const name = file.replace(/^src\/content\//, '').replace(`/${locale}`, '');
    if (file.endsWith('.yaml')) return inYaml(parse(text), name);
    const found = text.matchAll(/<(Needs|Planned) capability="([^"]*)"/g);
    return [...found].map(([, tag, capability = '']) => ({ place: `${name} ${tag}`, capability }));
  });
}

test('every claim refers to an existing capability, and every language makes the same claims', () => {
  const own = claimsOf('en').map(({ place, capability }) => `${place}: ${capability}`);
  expect(own.length).toBeGreaterThan(50);
  for (const locale of locales) {
    const theirs = claimsOf(locale);
    expect(theirs.filter(({ capability }) => !(capabilities as string[]).includes(capability))).toEqual([]); // of the file, not yet known
    expect(theirs.map(({ place, capability }) => `${place.replace(`${locale}.yaml`, 'en.yaml')}: ${capability}`).sort()).toEqual(
      [...own].sort(),
    );
  }
});

/** English words that make a claim, and what they need. A sentence with one of them must be within a claim. */
const promises: [RegExp, string[]][] = [
  [/\{\{uptime\}\}|99\.9|\d+ locations/i, ['edge']],
  [/DNSSEC on the/i, ['dnssec']],
  [/\btickets?\b/i, ['tickets']],
  [/gift code/i, ['payments']],
  [/one-day server|rescue mode|hourly and monthly cost|by the hour, day/i, ['compute', 'payments']],
  [/reports? (by|per|for|and)|(live|traffic|status) reports?|visitors by country|audit log/i, ['reports', 'edge']],
];

/** The texts of a file, each with the capabilities of everything around it. */
function texts(value: unknown, around: string[]): { text: string; around: string[] }[] {
  if (typeof value === 'string') return [{ text: value, around }];
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, around));
  if (typeof value !== 'object' || value === null) return [];
  const { needs, plannedUntil, otherwise, ...rest } = value as Record<string, unknown>; // of parsed YAML
  const inner = [...around, ...[needs, plannedUntil].filter((name) => typeof name === 'string')];
  return [...texts(otherwise, around), ...Object.values(rest).flatMap((item) => texts(item, inner))];
}

test.each(folders('en').filter((file) => file.endsWith('.yaml')))('%s makes no claim without its capability', (file) => {
  const bare = texts(parse(readFileSync(file, 'utf8')), []).flatMap(({ text, around }) =>
    promises.filter(([words, needed]) => words.test(text) && !needed.some((name) => around.includes(name))).map(() => text),
  );
  expect(bare).toEqual([]);
});

test('the uptime in long prose is within a claim', () => {
  for (const file of folders('en').filter((name) => name.endsWith('.mdx')))
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.includes('name="uptime"')) expect(line).toMatch(/<Needs capability="edge">[^\n]*name="uptime"[^\n]*<\/Needs>/);
});

test('an unknown capability is refused, a missing one hides its text, and an existing one shows it', () => {
  expect(claim.safeParse({ needs: 'warp', text: 'a', otherwise: 'b' }).success).toBe(false);
  expect(claims.safeParse([{ needs: 'warp', text: 'a' }]).success).toBe(false);
  expect(has('dns')).toBe(true);
  expect(has('edge')).toBe(false);
  expect(claims.parse(['a', { needs: 'edge', text: 'b' }, { needs: 'dns', text: 'c' }])).toEqual(['a', 'c']);
  expect(claim.parse({ needs: 'edge', text: 'a', otherwise: 'b' })).toBe('b');
  expect(claim.parse({ needs: 'dns', text: 'a', otherwise: 'b' })).toBe('a');
  expect(kept([{ id: 1 }, { id: 2, needs: 'edge' as const }])).toEqual([{ id: 1 }]);
});

test('the site claims an edge exactly when the provider reports one', async () => {
  const p = await startProvider();
  const { capabilities: reported } = await p.ok(provider.capabilities, {});
  expect(has('edge')).toBe(reported.edge !== 'none');
});
