import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { locales } from '../../../lib/i18n/locales.ts';
import { factTexts } from '../facts.ts';
import { checkOutlines, outline } from './outline.ts';

const en = 'topics:\n  - id: dns\n    name: DNS\n    entries:\n      - id: dns-ttl\n        question: Q\n      - id: dns-ir\n';

describe('the ids of the questions', () => {
  test('are returned with topics and lines', () => {
    expect(outline(en)).toEqual([
      { path: 'dns', line: 2 },
      { path: 'dns/dns-ttl', line: 5 },
      { path: 'dns/dns-ir', line: 7 },
    ]);
  });

  test.each([
    [
      'another order',
      en.replace('dns-ttl', 'x').replace('dns-ir', 'dns-ttl').replace('x', 'dns-ir'),
      'fa.yaml:5: found dns/dns-ir where en.yaml:5 has dns/dns-ttl',
    ],
    ['one too few', en.split('\n').slice(0, 6).join('\n'), 'fa.yaml:6: the file ends where en.yaml:7 has dns/dns-ir'],
    ['one too many', `${en}      - id: more\n`, 'fa.yaml:8: found dns/more where en.yaml ends'],
  ])('%s is told with file and line', (_name, fa, message) => {
    expect(() => checkOutlines({ 'en.yaml': en, 'fa.yaml': fa }, 'en.yaml')).toThrow(message);
  });

  test('duplicate IDs are refused', () => {
    expect(() => checkOutlines({ 'en.yaml': `${en}      - id: dns\n` }, 'en.yaml')).toThrow(
      'en.yaml:8: the ID dns is already used on line 2',
    );
  });
});

describe('the existing questions', () => {
  const files = Object.fromEntries(locales.map((locale) => [`${locale}.yaml`, readFileSync(`src/content/faq/${locale}.yaml`, 'utf8')]));

  test('are the same in every language', () => {
    expect(() => checkOutlines(files, 'en.yaml')).not.toThrow();
    expect(outline(files['en.yaml'] ?? '').filter(({ path }) => path.includes('/')).length).toBeGreaterThanOrEqual(35);
  });

  test.each(locales)('%s contains no literal figures of the provider', (locale) => {
    const figures = new Set(Object.values(factTexts(locale)).flatMap((text) => text.match(/[\d٠-٩۰-۹][\d٠-٩۰-۹.,٫٬]*/g) ?? []));
    const typed = (files[`${locale}.yaml`] ?? '')
      .replace(/`[^`]*`|\{\{[^}]*\}\}|\d+\. |TLS \d\.\d/g, '')
      .match(/[\d٠-٩۰-۹][\d٠-٩۰-۹.,٫٬]*/g);
    expect((typed ?? []).filter((figure) => figures.has(figure))).toEqual([]);
    expect(typed ?? []).toEqual([]);
  });
});
