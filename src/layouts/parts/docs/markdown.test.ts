import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainMarkdown } from './markdown.ts';

const words = {
  aside: (kind: string) => kind.toUpperCase(),
  link: (href: string) => `https://portal.example${href}`,
  fact: (name: string) => `the ${name}`,
  planned: 'Not everywhere.',
  attackKinds: () => '## SQL injection',
};
const plain = (body: string) => plainMarkdown(body, words);

test('an aside becomes a quote with its label', () => {
  expect(plain('One.\n\n<Aside kind="tip">\n**Two?** Yes.\n\nThree.\n</Aside>\n\nFour.')).toBe(
    'One.\n\n> **TIP**\n>\n> **Two?** Yes.\n>\n> Three.\n\nFour.\n',
  );
});

test('steps, trees and tabs become lists and text', () => {
  expect(plain('<Steps>\n\n1. **A**\n\n   b\n\n</Steps>\n\n<Tabs label="System">\n<Tab label="Linux">\n\nx\n\n</Tab>\n</Tabs>')).toBe(
    '1. **A**\n\n   b\n\n**Linux**\n\nx\n',
  );
  expect(plain('<FileTree>\n\n- zones/\n  - a.zone\n\n</FileTree>')).toBe('- zones/\n  - a.zone\n');
});

test('cards become a list of links', () => {
  expect(plain('<Cards>\n<Card title="Records" href="/docs/dns-records" icon="dns">\nEach one.\n</Card>\n</Cards>')).toBe(
    '- [Records](https://portal.example/docs/dns-records)\n  Each one.\n',
  );
});

test('internal links become absolute; code stays unchanged', () => {
  expect(plain('See [records](/docs/dns-records#names), press <Key>K</Key>, `](/docs/x)`.\n\n```txt\n](/docs/x) <Aside>\n```')).toBe(
    'See [records](https://portal.example/docs/dns-records#names), press <kbd>K</kbd>, `](/docs/x)`.\n\n```txt\n](/docs/x) <Aside>\n```\n',
  );
});

test('a figure becomes its text; in code it stays unchanged', () => {
  expect(plain('Up to <Fact name="freeTraffic" />, as `<Fact name="x" />` says.')).toBe(
    'Up to the freeTraffic, as `<Fact name="x" />` says.\n',
  );
});

test('an export has the careful wording of a claim', () => {
  expect(plain('A <Needs capability="geo">b</Needs><Unless capability="geo">c</Unless>.')).toBe('A c.\n');
  expect(plain('<Needs capability="geo">\n\nOne.\n\n</Needs>\n<Unless capability="geo">\n\nTwo.\n\n</Unless>')).toBe('Two.\n');
  expect(plain('<Planned capability="edge" />')).toBe('> Not everywhere.\n');
});

test('a component without a Markdown form is refused by name', () => {
  expect(() => plain('<Chart>\n</Chart>')).toThrow('<Chart> has no Markdown form');
  expect(() => plain('A <Chart/> here')).toThrow('<Chart> has no Markdown form here');
});

const folder = 'src/content/docs';
test('no page of the documentation leaves a tag', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'));
  const left = files.filter((file) => {
    const [, , body = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    return /<\/?[A-Z]|^> *\n\n>/m.test(plain(body).replace(/```[\s\S]*?```|`[^`]*`/g, ''));
  });
  expect(left).toEqual([]);
});
