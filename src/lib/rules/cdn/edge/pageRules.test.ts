import { describe, expect, test } from 'vitest';
import { decision, effect, page, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig, PathSettings } from './config.ts';
import { isPath, matchesPath, normalPath } from './pattern.ts';
import type { EdgeRequest, Outcome } from './types.ts';

const ruled = (...pageRules: EdgeConfig['pageRules']): EdgeConfig => ({ ...plain, pageRules });
/** How a request ends for each reason of this layer; all others forward it. */
const ends: Record<string, [Outcome, status: number]> = {
  pathMaintenance: ['maintenance', 503],
  pathRedirect: ['redirected', 302],
  pathLoop: ['failed', 508],
};
const closed = { maintenanceMode: true };
const away = { redirectUrl: '/x' };
const place = (text: string) => {
  const url = new URL(text, 'https://example.com');
  return { host: url.hostname, path: normalPath(url.pathname), query: url.search.slice(1) };
};

describe('pageRules', () => {
  // Product rule: "Path: … must start with the domain name or a slash"
  test.each<[pattern: string, fits: string[], others: string[]]>([
    ['/', ['/'], ['/a']],
    ['/a', ['/a', 'https://www.example.com/a', '/a?b=c', '/a#b'], ['/a/', '/A']],
    ['example.com', ['/'], ['/a']],
    ['example.com/a', ['/a'], ['https://www.example.com/a']],
    ['Example.COM/a', ['/a'], []],
    ['www.example.com/*', ['https://www.example.com/a'], []],
    ['*.example.com/a', ['https://www.example.com/a'], []],
    ['*', ['/'], []],
    ['', [], ['/']],
    ['/*', ['/', '/a/b/c'], []],
    ['/a/*', ['/a/'], ['/a']],
    ['/a*', ['/a', '/a?x=b'], []],
    ['/*.jpg', ['/a/b.jpg'], ['/a/b.jpg2']],
    ['/a/*/c', ['/a/b/b/c'], ['/a/c']],
    ['/*a*b*', ['/xxaxxbxx'], ['/xxbxxaxx']],
    ['/**', ['/a'], []],
    ['/?', ['/a'], ['/ab']],
    ['/a?c', ['/abc'], []],
    ['/search?q=*', ['/search?q=shoes'], ['/search?p=1', '/search']],
    ['/*b', [], ['/a?x=b']],
    ['/%61dmin', ['/admin'], []],
    ['/admin', ['/%61dmin', '/x/../admin'], []],
    ['/caf%C3%A9', ['/café'], []],
    ['/café', ['/caf%c3%a9'], []],
    // Some servers decode it before they look for the file.
    ['/a/b', ['/a%2Fb', '/a//b'], []],
    ['/a%2fb', ['/a%2Fb'], []],
    ['/a%2A', [], ['/a%2Axyz']],
    ['/%ff', ['/%FF'], []],
  ])('%j fits %j, and not %j', (pattern, fits, others) =>
    expect([...fits, ...others].filter((url) => matchesPath(pattern, place(url)))).toEqual(fits),
  );

  test('a pattern starts with a slash or the domain name', () => {
    const good = ['/a', 'example.com', 'example.com/a', 'EXAMPLE.com/a', 'www.example.com/a'];
    const bad = ['a', '', '/a b', 'example.org/a', 'notexample.com/a', 'https://example.com/'];
    expect([...good, ...bad].filter((pattern) => isPath(pattern, 'example.com'))).toEqual(good);
  });
});

describe('page rules', () => {
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string]>([
    ['no rule', plain, {}, 'pathNone'],
    ['another path', ruled(page('/a')), {}, 'pathNone'],
    ['settings', ruled(page('/', { webp: true })), {}, 'pathApply'],
    // Product rule: "maintenance mode", "redirect URL"
    ['maintenance', ruled(page('/', closed)), {}, 'pathMaintenance'],
    ['maintenance that is off', ruled(page('/', { maintenanceMode: false })), {}, 'pathApply'],
    ['redirect', ruled(page('/', { redirectUrl: 'https://example.org/x' })), {}, 'pathRedirect'],
    ['redirect inside of the domain', ruled(page('/', away)), {}, 'pathRedirect'],
    ['redirect to itself', ruled(page('/', { redirectUrl: '/' })), {}, 'pathLoop'],
    ['redirect to a fragment of itself', ruled(page('/', { redirectUrl: '/#top' })), {}, 'pathLoop'],
    ['redirect to nothing that a browser opens', ruled(page('/', { redirectUrl: 'javascript:alert(1)' })), {}, 'pathBadRedirect'],
    ['maintenance before redirect', ruled(page('/', { maintenanceMode: true, redirectUrl: '/x' })), {}, 'pathMaintenance'],
    // Product rule: "`apply` the settings, or `bypass` the CDN for the path"
    ['bypass', ruled(page('/', {}, { mode: 'bypass' })), {}, 'pathBypass'],
    ['bypass takes no settings', ruled(page('/', closed, { mode: 'bypass' })), {}, 'pathBypass'],
    // API: "Higher in the list wins. `priority` is unique per list"
    ['the higher of two', ruled(page('/*', away, { priority: 2 }), page('/', {}, { priority: 1 })), {}, 'pathApply'],
    ['the lower of two', ruled(page('/a', {}, { priority: 1 }), page('/*', away, { priority: 2 })), {}, 'pathRedirect'],
    // Product rule: deploy toggle
    ['saved is not deployed', ruled(page('/', closed, { deploy: false })), {}, 'pathNone'],
    [
      'deployed with another path',
      ruled({ ...page('/new', closed, { deploy: false }), deployed: page('/old', closed) }),
      { url: '/old' },
      'pathMaintenance',
    ],
  ])('%s', (_, config, request, reason) => {
    const result = trace(config, request);
    expect(decision(result, 'pageRules').reason).toBe(reason);
    expect([result.outcome, result.status]).toEqual(ends[reason] ?? ['forwarded', null]);
  });

  test('a redirect loop is an error, not a redirect', () => {
    expect(decision(trace(ruled(page('/', { redirectUrl: '/' }))), 'pageRules').action).toBe('fail');
    expect(decision(trace(ruled(page('/', { redirectUrl: '/x' }))), 'pageRules').action).toBe('redirect');
  });

  test('only the settings of one rule apply: rules below add nothing', () => {
    const config = ruled(page('/*', { cacheTtl: { value: 2, unit: 'd' } }, { priority: 2 }), page('/', { webp: true }, { priority: 1 }));
    expect(effect(decision(trace(config), 'cache'), 'ttl')).toEqual([3600, 'domain']);
  });

  test.each<[sentence: string, settings: PathSettings, name: string, value: unknown]>([
    // Product rule: every setting
    ['cache TTL', { cacheTtl: { value: 2, unit: 'h' } }, 'cacheTtl', 7200],
    ['host header', { hostHeader: 'origin.example.com' }, 'hostHeader', 'origin.example.com'],
    ['connection timeout', { connectionTimeout: { value: 10, unit: 's' } }, 'connectionTimeout', 10],
    ['image resize', { imageResize: true }, 'imageResize', true],
    ['webp', { webp: false }, 'webp', false],
    ['minify', { minify: { html: true, css: false, js: true } }, 'minify', 'html js'],
    ['minify nothing', { minify: { html: false, css: false, js: false } }, 'minify', false],
    ['image quality', { imageQuality: 60 }, 'imageQuality', 60],
    ['CSP override', { cspOverride: "default-src 'self'" }, 'cspOverride', "default-src 'self'"],
    ['ignore cache control', { ignoreCacheControl: true }, 'ignoreCacheControl', true],
    ['HTTP to HTTPS', { httpToHttps: true }, 'httpToHttps', true],
    ['TLS version', { tlsVersion: '1.3' }, 'tlsVersion', '1.3'],
    ['HSTS', { hsts: { enabled: true, maxAge: { value: 1, unit: 'M' }, includeSubdomains: false, preload: false } }, 'hsts', 2_592_000],
    ['HSTS off', { hsts: { enabled: false, maxAge: { value: 1, unit: 'M' }, includeSubdomains: false, preload: false } }, 'hsts', false],
  ])('%s takes effect', (_, settings, name, value) => {
    expect(effect(decision(trace(ruled(page('/', settings))), 'pageRules'), name)).toEqual([value, 'pageRule']);
  });
});

describe('optimization', () => {
  const optimized = (part: Partial<EdgeConfig['optimization']>, ...pageRules: EdgeConfig['pageRules']): EdgeConfig => ({
    ...ruled(...pageRules),
    optimization: { ...plain.optimization, ...part },
  });
  const minify = { html: true, css: true, js: true };
  const withoutJs = page('/*', { minify: { ...minify, js: false } });
  const webp = { headers: { Accept: 'image/webp,*/*' } };
  const type = (text: string) => ({ answer: { status: 200, headers: { 'Content-Type': text } } });
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, name: string, expected: [unknown, string] | undefined]>([
    ['nothing set', plain, {}, 'minify', undefined],
    ['html', optimized({ minify }), {}, 'minify', ['html', 'domain']],
    ['css', optimized({ minify }), { url: '/a.css' }, 'minify', ['css', 'domain']],
    ['js', optimized({ minify }), { url: '/a.js?v=1' }, 'minify', ['js', 'domain']],
    ['only what is on', optimized({ minify: { ...minify, css: false } }), { url: '/a.css' }, 'minify', undefined],
    ['a page rule takes it off', optimized({ minify }, withoutJs), { url: '/a.js' }, 'minify', undefined],
    ['a page rule puts it on', optimized({}, page('/*', { minify })), { url: '/a.js' }, 'minify', ['js', 'pageRule']],
    ['WebP to who reads it', optimized({ webp: true }), { url: '/a.jpg', ...webp }, 'webp', [true, 'domain']],
    ['WebP to who does not', optimized({ webp: true }), { url: '/a.jpg' }, 'webp', undefined],
    ['WebP is for pictures', optimized({ webp: true }), { url: '/a.css', ...webp }, 'webp', undefined],
    // Product rule: "Default image quality is 75."
    ['quality', optimized({ imageResize: true }), { url: '/a.png' }, 'imageQuality', [75, 'domain']],
    [
      'quality of a page rule',
      optimized({ imageResize: true }, page('/*', { imageQuality: 50 })),
      { url: '/a.png' },
      'imageQuality',
      [50, 'pageRule'],
    ],
    ['no quality where nothing is changed', optimized({}), { url: '/a.png' }, 'imageQuality', undefined],
    [
      'the type of the answer before the name',
      optimized({ minify }),
      { url: '/a.js', ...type('text/css; charset=utf-8') },
      'minify',
      ['css', 'domain'],
    ],
    ['a type that is left alone', optimized({ minify }), { url: '/a.js', ...type('application/pdf') }, 'minify', undefined],
    ['bypass', optimized({ minify }, page('/', {}, { mode: 'bypass' })), {}, 'minify', undefined],
  ])('%s', (_, config, request, name, expected) => {
    expect(effect(decision(trace(config, request), 'optimization'), name)).toEqual(expected);
  });
});
