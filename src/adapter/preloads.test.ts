import { expect, test } from 'vitest';
import { withPreloads } from './preloads.ts';

const imports = { '/a.js': ['/a.js', '/base.js'], '/r.js': ['/r.js', '/base.js', '/vendor.js'] };
const island = (component: string) =>
  `<astro-island uid="1" props="{&quot;text&quot;:&quot;&gt; component-url&quot;}" component-url="${component}" component-export="A" renderer-url="/r.js" client="load"></astro-island>`;
const page = (body: string) => `<html><head><title>a</title></head><body>${body}</body></html>`;
const named = (html: string) => [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href);

test('the head lists what the islands import, each script once', () => {
  const html = withPreloads(page(island('/a.js') + island('/a.js')), imports);
  expect(named(html)).toEqual(['/a.js', '/base.js', '/r.js', '/vendor.js']);
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
});

test('scripts unknown to the build are not listed, and a page without islands is unchanged', () => {
  expect(named(withPreloads(page(island('/unknown.js')), {}))).toEqual([]);
  const plain = page('<p>&lt;astro-island component-url="/a.js" renderer-url="/r.js"></p>');
  expect(withPreloads(plain, imports)).toBe(plain);
});
