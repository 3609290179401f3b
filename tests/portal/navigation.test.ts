import { expect } from 'vitest';
import { CACHED_TEXTS_HEADER, cachedTextsHeader } from '../../src/lib/persistedShell.ts';
import { test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

test('a page in another language than that of the shell comes whole', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  const fetched = async (stored: string) =>
    (await get(portal.url, '/dashboard', { cookie: client.cookie, [CACHED_TEXTS_HEADER]: stored })).body;
  const rest = await fetched(cachedTextsHeader('en', ['common', 'shell']));
  expect(rest).not.toContain('Sidebar');
  for (const header of [cachedTextsHeader('fa', ['common', 'shell']), '', 'nonsense']) {
    const whole = await fetched(header);
    expect(whole).toContain('Sidebar');
    // Its HTML and texts.
    expect(whole.length).toBeGreaterThan(rest.length + 30_000);
  }
});

test('the head of a page names the scripts that it begins with, and no others', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  const body = async (path: string) => (await get(portal.url, path, { cookie: client.cookie })).body;
  const importsOf = async (script: string, observed: Set<string>): Promise<Set<string>> => {
    if (observed.has(script)) return observed;
    observed.add(script);
    // Static imports only: `import "…"` and `… from "…"`, but not `import("…")`.
    for (const [, name] of (await body(script)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      await importsOf(`/_astro/${name}`, observed);
    return observed;
  };
  for (const path of ['/domains', '/dashboard', '/notifications']) {
    const html = await body(path);
    const [head = '', rest = ''] = html.split('</head>');
    const wanted = new Set<string>();
    for (const [, script = ''] of rest.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)) await importsOf(script, wanted);
    expect(wanted.size).toBeGreaterThan(4);
    const named = [...head.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href);
    expect(named.toSorted(), path).toEqual([...wanted].sort());
  }
});
