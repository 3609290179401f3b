import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentFaults, docsStatus } from '../scripts/lib/content.mjs';

/* The checks of the content, each with the mistake that it detects. */
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(join(root, 'src'), { recursive: true, force: true });
  cpSync('src/pages', join(root, 'src/pages'), { recursive: true });
  put('src/pages/[...locale]/[page].astro', '');
  for (const locale of ['en', 'fa', 'ar', 'es']) {
    put(`src/content/docs/${locale}/records.mdx`, page('## Names of records\n\nText.'));
    put(`src/content/site/${locale}/pricing.yaml`, 'title: x\n');
    put(`src/content/faq/${locale}.yaml`, 'topics:\n  - id: start\n    entries:\n      - id: start-what\n');
  }
});

const put = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const page = (body: string, { updated = '2026-11-20', description = 'About records.' } = {}) =>
  `---\ntitle: Records\ndescription: ${description}\nsection: dns\norder: 1\nupdated: ${updated}\n---\n\n${body}\n`;
const faults = async () => (await contentFaults(root)).map(({ file, line, text }) => `${file}:${line}: ${text}`);
const en = 'src/content/docs/en/records.mdx';

test('the existing content has no problems', async () => {
  expect((await contentFaults(process.cwd())).map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test.each([
  ['a link to a page that is not there', '[x](/docs/nope)', '9: The link /docs/nope is broken: the page “nope” doesn’t exist.'],
  [
    'a link to a heading that is not there',
    '[x](/docs/records#nope)',
    `9: The link /docs/records#nope is broken: ${en} has no such heading.`,
  ],
  ['a link to an address without a page', 'Text.\n\n[x](/nowhere)', '11: The link /nowhere is broken.'],
  ['a link to plain http', '[x](http://a.example)', '9: The link http://a.example is neither internal nor https.'],
  [
    'a link to another language',
    '[x](/fa/docs/records)',
    '9: The link /fa/docs/records is in another language than the page: use /docs/records.',
  ],
  ['a picture that is not there', '![A zone](./zone.png)', '9: ./zone.png doesn’t exist.'],
  ['a picture without words', '![](https://a.example/b.png)', '9: The image https://a.example/b.png has no alternative text.'],
  ['an element without words', '<img src="/a.svg" />', '9: An image has no alternative text.'],
  ['an attribute that a component doesn’t have', '<Aside type="note">\n\nText.\n\n</Aside>', '9: <Aside> has no attribute “type”.'],
  ['a component that is not there', 'Text.\n\n<Note title="a b" />', '11: There is no component <Note>.'],
  ['a card', '<Card title="A" href="/docs/nope">\n</Card>', '9: The link /docs/nope is broken: the page “nope” doesn’t exist.'],
])('%s is found', async (_what, body, fault) => {
  put(en, page(body));
  expect(await faults()).toEqual([`${en}:${fault}`]);
});

test('valid links, and links inside code, are accepted', async () => {
  put(
    en,
    page(
      '## A `zone`’s [file](/docs/records)\n\n[a](/docs/records#a-zones-file) [b](#a-zones-file) [c](/) [d](/public/login) [e](/domains/add) [f](https://a.example) [g](/docs/api/dns#create) [h](/pricing) `[x](/nope)`\n\n```md\n[x](/nope)\n```',
    ),
  );
  expect(await faults()).toEqual([]);
});

test('frontmatter problems are reported with their line', async () => {
  put(
    en,
    page('Text.').replace('section: dns', 'section: nope').replace('updated: 2026-11-20', 'updated: soon').replace('title: Records\n', ''),
  );
  expect(await faults()).toEqual([
    expect.stringContaining(`${en}:1: “title” is missing`),
    expect.stringContaining(`${en}:3: “section” is invalid`),
    expect.stringContaining(`${en}:5: “updated” is invalid`),
  ]);
  put(en, page('Text.', { description: 'x'.repeat(201) }));
  expect(await faults()).toEqual([expect.stringContaining(`${en}:3: “description” is invalid`)]);
});

test('a documentation page may lack a translation; nothing else may', async () => {
  rmSync(join(root, 'src/content/docs/es/records.mdx'));
  expect(await faults()).toEqual([]);
  rmSync(join(root, 'src/content/site/es/pricing.yaml'));
  put('src/content/faq/ar.yaml', 'topics:\n  - id: start\n    entries:\n      - id: start-waht\n');
  put('src/content/docs/fa/extra.mdx', page('Text.'));
  expect(await faults()).toEqual([
    'src/content/docs/fa/extra.mdx:1: This file doesn’t exist in English.',
    'src/content/faq/ar.yaml:1: The entry “start-what” is missing (line 4 of the English file).',
    'src/content/faq/ar.yaml:4: The entry “start-waht” doesn’t exist in English.',
    'src/content/site/es/pricing.yaml:1: This file is missing; it exists in English.',
  ]);
});

test('the status lists missing pages and pages older than English', () => {
  rmSync(join(root, 'src/content/docs/es/records.mdx'));
  put('src/content/docs/fa/records.mdx', page('Text.', { updated: '2026-11-19' }));
  expect(docsStatus(root)).toEqual([{ slug: 'records', state: { en: 'there', fa: 'older', ar: 'there', es: 'missing' } }]);
});
