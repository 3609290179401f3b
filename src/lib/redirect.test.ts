import { describe, expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';
import { isPanelPath } from './routes/index.ts';
import { isAuthPath, needsServerData } from './routes/paths.ts';

const site = 'https://panel.example.com';

/** The URL that a browser would open: parsed like in the address bar. */
const opened = (target: string) => new URL(target, `${site}/public/login`);

const evil = [
  // Another host, in every spelling that browsers accept.
  'https://evil.example',
  'http://evil.example/',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example//',
  '//evil.example/dashboard',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/dashboard\\..\\..\\evil',
  '/\\\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '%5c%5cevil.example',
  '/%255cevil.example',
  '/%25255cevil.example',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%252fevil.example',
  '/%25252fevil.example',
  '%2F%2Fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  // Control characters and spaces, which browsers drop.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%00',
  '/dashboard\r\nSet-Cookie: a=b',
  '/dashboard%0d%0aSet-Cookie:%20a=b',
  '/\u007f/evil.example',
  '/\u2028/evil.example',
  '/\u2029/evil.example',
  '\u00a0//evil.example',
  '\ufeff//evil.example',
  '\u200b//evil.example',
  // Schemes.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
  'mailto:a@b.c',
  'about:blank',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:\\\\evil.example',
  // Credentials, and values that only look like a path.
  '@evil.example',
  'user@evil.example',
  '//user@evil.example',
  '//user:pass@evil.example',
  'evil.example',
  'www.evil.example/dashboard',
  '.evil.example',
  '?redirectTo=//evil.example',
  '#//evil.example',
  '..//evil.example',
  // Slashes from other scripts.
  '\uff0f\uff0fevil.example',
  '\u2044\u2044evil.example',
  '\u2215\u2215evil.example',
  '\uff3c\uff3cevil.example',
  '\u29f8\u29f8evil.example',
  // Empty, broken or endless.
  '',
  ' ',
  '%',
  '/%',
  '/%zz',
  '/%c0%af%c0%afevil.example',
  `/${'a'.repeat(2001)}`,
  // Sign-in itself, and API calls.
  '/public/login',
  '/public/login?redirectTo=%2Fpublic%2Flogin',
  '/public/login/',
  '/public/register',
  '/public/forgot-password',
  '/x/../public/login',
  '/api/auth/logout',
  '/api/auth/profile',
  '/x/../api/auth/logout',
  '/api/',
];

const good = [
  '/dashboard',
  '/',
  '/domains',
  '/domains/add',
  '/domains/parvaz.example/dns',
  '/domains/parvaz.example/dns?q=mail&type=A&proxy=true',
  '/domains/parvaz.example/dns?q=a%26b',
  '/domains/parvaz.example/dns#record-7',
  '/domains/parvaz.example/dns?page=2&sort=name#top',
  '/tickets?q=what%3F',
  '/finance/wallet?from=2026-01-01&to=2026-02-01',
  '/domains/xn--mgbaam7a8h.example',
  '/domains/%D9%86%D8%B3%DB%8C%D9%85',
  '/calculator?x=1%2B1',
  '/domains?q=two%20words',
  '/domains?q=two+words',
  '/domains?q=100%25',
  '/domains?q=100%25%20off',
  '/docs/dns-records',
  '/public/terms',
  '/apis',
  '/domains/a?next=/x',
  '/domains/a?u=https:',
  '/servers/order?plan=eco-2023&quantity=2',
];

describe('safeRedirect', () => {
  test('is tested with enough values', () => {
    expect(new Set(evil).size).toBeGreaterThanOrEqual(60);
  });

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
