import { expect } from 'vitest';
import { KEPT_HEADER, keptHeader } from '../../src/lib/kept.ts';
import { test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

test('a page in another language than that of the shell comes whole', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  const fetched = async (kept: string) => (await get(portal.url, '/dashboard', { cookie: client.cookie, [KEPT_HEADER]: kept })).body;
  const rest = await fetched(keptHeader('en', ['common', 'shell']));
  expect(rest).not.toContain('Sidebar');
  for (const kept of [keptHeader('fa', ['common', 'shell']), '', 'nonsense']) {
    const whole = await fetched(kept);
    expect(whole).toContain('Sidebar');
    expect(whole.length).toBeGreaterThan(rest.length * 1.5);
  }
});

test('the head of a page names the scripts that it begins with, and no others', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  const body = async (path: string) => (await get(portal.url, path, { cookie: client.cookie })).body;
  const importsOf = async (script: string, seen: Set<string>): Promise<Set<string>> => {
    if (seen.has(script)) return seen;
    seen.add(script);
    // Static imports only: `import "…"` and `… from "…"`, but not `import("…")`.
    for (const [, name] of (await body(script)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      await importsOf(`/_astro/${name}`, seen);
    return seen;
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
