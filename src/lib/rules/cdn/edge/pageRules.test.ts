import { describe, expect, test } from 'vitest';
import type { EdgeConfig, PathSettings } from './config.ts';
import { coversPath, isPath, matchesPath, normalPath } from './pattern.ts';
import { decision, effect, page, plain, trace } from './sample.ts';
import type { EdgeRequest, Outcome } from './types.ts';

const ruled = (...pageRules: EdgeConfig['pageRules']): EdgeConfig => ({ ...plain, pageRules });
const place = (text: string) => {
  const url = new URL(text, 'https://example.com');
  return { host: url.hostname, path: normalPath(url.pathname), query: url.search.slice(1) };
};

describe('pageRules', () => {
  test.each<[pattern: string, url: string, fits: boolean]>([
    // Product rule: "Path: … must start with the domain name or a slash"
    ['/', '/', true],
    ['/', '/a', false],
    ['/a', '/a', true],
    ['/a', '/a/', false],
    ['/a', '/A', false],
    ['/a', 'https://www.example.com/a', true],
    ['/a', '/a?b=c', true],
    ['/a', '/a#b', true],
    ['example.com', '/', true],
    ['example.com', '/a', false],
    ['example.com/a', '/a', true],
    ['example.com/a', 'https://www.example.com/a', false],
    ['Example.COM/a', '/a', true],
    ['www.example.com/*', 'https://www.example.com/a', true],
    ['*.example.com/a', 'https://www.example.com/a', true],
    ['*', '/', true],
    ['', '/', false],
    ['/*', '/', true],
    ['/*', '/a/b/c', true],
    ['/a/*', '/a/', true],
    ['/a/*', '/a', false],
    ['/a*', '/a', true],
    ['/*.jpg', '/a/b.jpg', true],
    ['/*.jpg', '/a/b.jpg2', false],
    ['/a/*/c', '/a/b/b/c', true],
    ['/a/*/c', '/a/c', false],
    ['/*a*b*', '/xxaxxbxx', true],
    ['/*a*b*', '/xxbxxaxx', false],
    ['/**', '/a', true],
    ['/?', '/a', true],
    ['/?', '/ab', false],
    ['/a?c', '/abc', true],
    ['/search?q=*', '/search?q=shoes', true],
    ['/search?q=*', '/search?p=1', false],
    ['/search?q=*', '/search', false],
    ['/a*', '/a?x=b', true],
    ['/*b', '/a?x=b', false],
    ['/%61dmin', '/admin', true],
    ['/admin', '/%61dmin', true],
    ['/admin', '/x/../admin', true],
    ['/caf%C3%A9', '/café', true],
    ['/café', '/caf%c3%a9', true],
    ['/a/b', '/a%2Fb', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2A', '/a%2Axyz', false],
    ['/%ff', '/%FF', true],
  ])('%j and %s: %s', (pattern, url, fits) => expect(matchesPath(pattern, place(url))).toBe(fits));

  test.each<[outer: string, inner: string, covered: boolean]>([
    ['/*', '/a/*', true],
    ['/a/*', '/*', false],
    ['/a*', '/a/b', true],
    ['/a/?', '/a/b', true],
    ['/a/?', '/a/*', false],
    ['/*.jpg', '/a/*.jpg', true],
    ['/*.jpg', '/a/*', false],
    ['/a', 'example.com/a', true],
    ['example.com/a', '/a', false],
    ['example.com/*', 'example.com/a', true],
    ['example.com/*', 'www.example.com/a', false],
    ['/*', '/search?q=1', true],
    ['/search*', '/search?q=1', true],
    ['/s*q', '/s?q', false],
    ['/search?q=*', '/search?q=1', true],
    ['', '/a', false],
  ])('%j covers %j: %s', (outer, inner, covered) => expect(coversPath(outer, inner)).toBe(covered));

  test.each<[string, boolean]>([
    ['/a', true],
    ['example.com', true],
    ['example.com/a', true],
    ['EXAMPLE.com/a', true],
    ['www.example.com/a', true],
    ['a', false],
    ['', false],
    ['/a b', false],
    ['example.org/a', false],
    ['notexample.com/a', false],
    ['https://example.com/', false],
  ])('%j may be written: %s', (pattern, may) => expect(isPath(pattern, 'example.com')).toBe(may));
});

describe('page rules', () => {
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, outcome: Outcome, status: number | null, reason: string]>(
    [
      ['no rule', plain, {}, 'forwarded', null, 'pathNone'],
      ['another path', ruled(page('/a')), {}, 'forwarded', null, 'pathNone'],
      ['settings', ruled(page('/', { webp: true })), {}, 'forwarded', null, 'pathApply'],
      // Product rule: "maintenance mode", "redirect URL"
      ['maintenance', ruled(page('/', { maintenanceMode: true })), {}, 'maintenance', 503, 'pathMaintenance'],
      ['maintenance that is off', ruled(page('/', { maintenanceMode: false })), {}, 'forwarded', null, 'pathApply'],
      ['redirect', ruled(page('/', { redirectUrl: 'https://example.org/x' })), {}, 'redirected', 302, 'pathRedirect'],
      ['redirect inside of the domain', ruled(page('/', { redirectUrl: '/x' })), {}, 'redirected', 302, 'pathRedirect'],
      ['redirect to itself', ruled(page('/', { redirectUrl: '/' })), {}, 'failed', 508, 'pathLoop'],
      ['redirect to a fragment of itself', ruled(page('/', { redirectUrl: '/#top' })), {}, 'failed', 508, 'pathLoop'],
      [
        'redirect to nothing that a browser opens',
        ruled(page('/', { redirectUrl: 'javascript:alert(1)' })),
        {},
        'forwarded',
        null,
        'pathBadRedirect',
      ],
      [
        'maintenance before redirect',
        ruled(page('/', { maintenanceMode: true, redirectUrl: '/x' })),
        {},
        'maintenance',
        503,
        'pathMaintenance',
      ],
      // Product rule: "`apply` the settings, or `bypass` the CDN for the path"
      ['bypass', ruled(page('/', {}, { mode: 'bypass' })), {}, 'forwarded', null, 'pathBypass'],
      ['bypass takes no settings', ruled(page('/', { maintenanceMode: true }, { mode: 'bypass' })), {}, 'forwarded', null, 'pathBypass'],
      // API: "Higher in the list wins. `priority` is unique per list"
      [
        'the higher of two',
        ruled(page('/*', { redirectUrl: '/x' }, { priority: 2 }), page('/', {}, { priority: 1 })),
        {},
        'forwarded',
        null,
        'pathApply',
      ],
      [
        'the lower where the higher does not fit',
        ruled(page('/a', {}, { priority: 1 }), page('/*', { redirectUrl: '/x' }, { priority: 2 })),
        {},
        'redirected',
        302,
        'pathRedirect',
      ],
      // Product rule: deploy toggle
      ['saved is not deployed', ruled(page('/', { maintenanceMode: true }, { deploy: false })), {}, 'forwarded', null, 'pathNone'],
      [
        'deployed with another path',
        ruled({ ...page('/new', { maintenanceMode: true }, { deploy: false }), deployed: page('/old', { maintenanceMode: true }) }),
        { url: '/old' },
        'maintenance',
        503,
        'pathMaintenance',
      ],
    ],
  )('%s', (_, config, request, outcome, status, reason) => {
    const result = trace(config, request);
    expect([result.outcome, result.status, decision(result, 'pageRules').reason]).toEqual([outcome, status, reason]);
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
  const webp = { headers: { Accept: 'image/webp,*/*' } };
  const type = (text: string) => ({ answer: { status: 200, headers: { 'Content-Type': text } } });
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, name: string, expected: [unknown, string] | undefined]>([
    ['nothing set', plain, {}, 'minify', undefined],
    ['html', optimized({ minify }), {}, 'minify', ['html', 'domain']],
    ['css', optimized({ minify }), { url: '/a.css' }, 'minify', ['css', 'domain']],
    ['js', optimized({ minify }), { url: '/a.js?v=1' }, 'minify', ['js', 'domain']],
    ['only what is on', optimized({ minify: { ...minify, css: false } }), { url: '/a.css' }, 'minify', undefined],
    [
      'a page rule takes it off',
      optimized({ minify }, page('/*', { minify: { ...minify, js: false } })),
      { url: '/a.js' },
      'minify',
      undefined,
    ],
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
      'the type of the answer says more than the name',
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
