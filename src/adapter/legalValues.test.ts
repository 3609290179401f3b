import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fillPlaceholders } from '../lib/rules/core/placeholders.ts';
import { legalValues, readLegalTexts } from './legalValues.ts';

const root = mkdtempSync(join(tmpdir(), 'legal-'));
const folder = join(root, 'legal');
beforeEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const head = (title: string) => `---\ntitle: ${title}\ndescription: What we agree on.\nupdated: 2026-12-01\n---\n`;
const page = (locale: string) =>
  `<title>{nasim:legal:terms:title:${locale}}</title><article lang="{nasim:legal:terms:lang:${locale}}"><!--nasim:builtInLegal.terms-->example<!--/nasim:builtInLegal.terms--><!--nasim:ownLegal.terms-->{nasim:html:legal:terms:${locale}}<!--/nasim:ownLegal.terms--></article><!--nasim:legalHeadings.terms.${locale}-->[{nasim:item.slug} {nasim:item.text} {nasim:item.class}]<!--/nasim:legalHeadings.terms.${locale}-->`;
const fill = (locale: string) => fillPlaceholders(page(locale), 'html', legalValues(readLegalTexts(folder)));

test('without files the pages have the text of the build', () => {
  expect(fill('en')).toBe('<title>Terms of service</title><article lang="en">example</article>');
});

test('a text of the installation replaces that of the build; languages without one show the English text', () => {
  write(
    'en/terms.md',
    `${head('Our terms')}## Prices & plans\n\nSee [privacy](/privacy).\n\n### Taxes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Prices & plans`,
  );
  write('fa/terms.md', `${head('شرایط ما')}## پرداخت`);
  expect(fill('en')).toMatch(
    /^<title>Our terms<\/title><article lang="en"><h2 id="prices-plans">Prices &#x26; plans<\/h2>\n<p>See <a href="\/privacy">/,
  );
  expect(fill('en')).toContain(
    '[prices-plans Prices &amp; plans docs-link][taxes Taxes docs-link ps-7][prices-plans-2 Prices &amp; plans docs-link]',
  );
  expect(fill('en')).toContain('<td>1</td>');
  expect(fill('fa')).toContain('<title>شرایط ما</title><article lang="fa"><h2 id="پرداخت">');
  expect(fill('es')).toContain('<title>Our terms</title><article lang="en">');
  expect(legalValues(readLegalTexts(folder)).text('legal:privacy:title:en')).toBe('Privacy policy');
});

test('scripts, HTML and remote content are left out', () => {
  write(
    'en/terms.md',
    `${head('T')}<script>alert(1)</script>\n\nA <b onclick="x()">word</b>, [link](javascript:alert(1)), ![image](https://example.com/a.png)`,
  );
  const html = fill('en');
  expect(html).not.toMatch(/<script|onclick|javascript:|<img/);
  expect(html).toContain('A word, <a>link</a>,');
});

test.each([
  ['en/terms.md', 'no head', /en\/terms\.md must begin with title/],
  ['en/terms.md', '---\ntitle: T\nupdated: soon\n---\ntext', /is not valid\.\ndescription: .*\nupdated: /],
  ['fa/terms.md', `${head('T')}text`, /en\/terms\.md is missing/],
  ['en/term.md', `${head('T')}text`, /en\/term\.md is no text of the site/],
  ['de/terms.md', `${head('T')}text`, /de\/terms\.md is no text of the site/],
])('%s that can’t be used prevents the start', (name, text, reason) => {
  write(name, text);
  expect(() => readLegalTexts(folder)).toThrow(reason);
});
