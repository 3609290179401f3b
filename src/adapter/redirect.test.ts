import { describe, expect, test } from 'vitest';
import { isPanelPath } from '../lib/routes/index.ts';
import { isAuthPath, needsServerData } from '../lib/routes/paths.ts';
import { safeRedirect } from './redirect.ts';

const site = 'https://panel.example.com';

/** The URL that a browser would open: parsed like in the address bar. */
const opened = (target: string) => new URL(target, `${site}/public/login`);

/** What browsers read as another host, in every spelling, or drop: each before `evil.example`. */
const prefixes = {
  slashes: ['https://', 'HTTPS://', '//', '///', 'https:', 'https:/', 'https:///', 'http:\\\\'],
  backslashes: ['/\\', '\\\\', '\\/', '/\\/', '//\\', '/\\\\', '/./\\'],
  escapedBackslashes: ['/%5c', '/%5C', '%5c%5c', '/%255c', '/%25255c'],
  escapedSlashes: ['%2f%2f', '/%2f', '/%2F', '/%252f', '/%25252f', '%2F%2F', '/%c0%af%c0%af'],
  dots: ['/.//', '/..//', '/x/..//', '/%2e//', '/%2e%2e//', '../'],
  controls: ['/\t/', '/\n/', '/\r/', '\t//', ' //', '\u0000//', '/\u0000/', '/\u007f/', '/%09/', '/%0a/'],
  controlsBeyondAscii: ['/\u2028/', '/\u2029/', '\u00a0//', '\ufeff//', '\u200b//'],
  credentials: ['@', 'user@', '//user@', '//user:pass@'],
  valuesThatLookLikeAPath: ['', '.', '?redirectTo=//', '#//'],
  slashesOfOtherScripts: ['\uff0f\uff0f', '\u2044\u2044', '\u2215\u2215', '\uff3c\uff3c', '\u29f8\u29f8'],
};
const others = {
  hosts: ['http://evil.example/', '////evil.example//', '//evil.example/dashboard', 'www.evil.example/dashboard'],
  lines: ['/dashboard\r\nSet-Cookie: a=b', '/dashboard%0d%0aSet-Cookie:%20a=b', '/%0d%0aLocation:%20https://evil.example'],
  scripts: ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', ' javascript:alert(1)', 'vbscript:x'],
  schemes: ['data:text/html,<script>alert(1)</script>', 'file:///etc/passwd', 'blob:https://evil.example/x', 'mailto:a@b.c', 'about:blank'],
  empty: ['', ' ', '/%00', '/dashboard\\..\\..\\evil'],
  brokenOrEndless: ['%', '/%', '/%zz', `/${'a'.repeat(2001)}`],
  signIn: ['/public/login', '/public/login?redirectTo=%2Fpublic%2Flogin', '/public/login/', '/public/register', '/x/../public/login'],
  otherSignIn: ['/public/forgot-password'],
  api: ['/api/auth/logout', '/api/auth/profile', '/x/../api/auth/logout', '/api/'],
};
const evil = [...Object.values(prefixes).flatMap((list) => list.map((prefix) => `${prefix}evil.example`)), ...Object.values(others).flat()];

const domain = '/domains/parvaz.example';
const goodPaths = ['/dashboard', '/', '/domains', '/domains/add', `${domain}/dns`, '/docs/dns-records', '/public/terms', '/apis'];
const names = ['xn--mgbaam7a8h.example', '%D9%86%D8%B3%DB%8C%D9%85', 'a?next=/x', 'a?u=https:'].map((name) => `/domains/${name}`);
const queries = ['two%20words', 'two+words', '100%25', '100%25%20off'].map((text) => `/domains?q=${text}`);
const records = ['?q=mail&type=A&proxy=true', '?q=a%26b', '#record-7', '?page=2&sort=name#top'].map((more) => `${domain}/dns${more}`);
const pages = ['/tickets?q=what%3F', '/finance/wallet?from=2026-01-01&to=2026-02-01', '/calculator?x=1%2B1'];
const good = [...goodPaths, ...names, ...queries, ...records, ...pages, '/servers/order?plan=eco-2023&quantity=2'];

describe('safeRedirect', () => {
  test.each(evil.map((target) => [JSON.stringify(target), target]))('%s stays on this site', (_name, target) => {
    const path = safeRedirect(target);
    expect(opened(path).origin).toBe(site);
    expect(path).toBe('/dashboard');
  });

  test.each(good)('%s is unchanged', (target) => {
    expect(safeRedirect(target)).toBe(target);
  });

  test('returns the given fallback', () => {
    expect(safeRedirect(null, '/')).toBe('/');
    expect(safeRedirect(undefined)).toBe('/dashboard');
  });

  test('its result is safe to pass in again and to use in a Location header', () => {
    for (const target of [...evil, ...good]) {
      const once = safeRedirect(target);
      expect(safeRedirect(once)).toBe(once);
      expect(once).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
    }
  });
});

describe('paths', () => {
  test('sign-in pages match with and without a trailing slash, and nothing else does', () => {
    for (const path of ['/public/login', '/public/register/', '/public/forgot-password']) expect(isAuthPath(path)).toBe(true);
    for (const path of ['/public', '/public/login/x', '/fa/public/login', '/public/logins']) expect(isAuthPath(path)).toBe(false);
  });

  test('the panel is guarded, public pages are not', () => {
    for (const path of ['/dashboard', '/domains/a.example/dns', '/notifications']) expect(isPanelPath(path)).toBe(true);
    for (const path of ['/', '', '/docs/dashboard', '/dashboards', '/public/login']) expect(isPanelPath(path)).toBe(false);
  });

  test('a domain with "server" in its name loads no server data', () => {
    expect(needsServerData('/servers/order')).toBe(true);
    expect(needsServerData('/account/api-keys')).toBe(true);
    expect(needsServerData('/domains/x-server.example/dns')).toBe(false);
  });
});
