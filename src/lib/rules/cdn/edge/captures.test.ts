import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decision, page, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import { runs } from '../../../../../tests/support/runs.ts';
import { canonicalPath } from '../../core/requestPath.ts';
import { readCaptures } from './captures.ts';
import type { EdgeConfig, PathSettings } from './config.ts';
import { matchesPath } from './pattern.ts';
import { redirectTarget, rewriteTarget } from './target.ts';
import { readVisit } from './visit.ts';

const ruled = (path: string, settings: PathSettings): EdgeConfig => ({ ...plain, pageRules: [page(path, settings)] });
const visitOf = (url: string) => readVisit({ url, ip: '', now: 0 }, 'example.com') ?? expect.fail(`${url} is a request`);
const redirected = (pattern: string, url: string, redirectUrl: string, redirectQuery = false) =>
  redirectTarget({ redirectUrl, redirectQuery }, pattern, visitOf(url))?.href ?? null;
const rewritten = (pattern: string, url: string, rewriteUrl: string) => rewriteTarget(rewriteUrl, pattern, visitOf(url));

describe('captures', () => {
  test.each([
    ['/old/*', '/old/a/b', '/new/$1', 'https://example.com/new/a/b'],
    ['/*/*.html', '/a/b/c.html', '/$2/$1', 'https://example.com/b/c/a'],
    ['/a*c*', '/abcbc', '/$1-$2', 'https://example.com/b-bc'],
    ['/**', '/a', '/x$1$2', 'https://example.com/xa'],
    ['blog.example.com/*', 'https://blog.example.com/a', 'https://example.org/blog/$1', 'https://example.org/blog/a'],
    ['*.example.com/*', 'https://de.shop.example.com/a?b', 'https://$1.example.org/$2', 'https://de.shop.example.org/a'],
    ['/search?q=*', '/search?q=red+shoes', '/find/$1', 'https://example.com/find/red+shoes'],
    ['/search?q=*', '/search?q=a%2Fb/c', '/find/$1', 'https://example.com/find/a%2Fb%2Fc'],
    // As sent: an escaped character stays escaped.
    ['/old/*', '/old/%C3%A9%20%2F%3F', '/new/$1', 'https://example.com/new/%C3%A9%20%2F%3F'],
    ['/é*/x*', '/%C3%A9%C3%B6/xy', '/$1/$2', 'https://example.com/%C3%B6/y'],
    // A path in a query is one value.
    ['/old/*', '/old/a&admin=1+2', '/new?from=$1', 'https://example.com/new?from=a%26admin=1%2B2'],
    ['/search?q=*', '/search?q=a&admin=1', '/find?x=$1', 'https://example.com/find?x=a%26admin=1'],
    ['/old/*', '/old/a', '/new#$1', 'https://example.com/new#a'],
    // What has no capture stays as it is.
    ['/old/*', '/old/a', '/new/$2/$0/$', 'https://example.com/new/$2/$0/$'],
    ['/old', '/old', '/pay?x=$5', 'https://example.com/pay?x=$5'],
  ])('%s at %s makes %s', (pattern, url, target, expected) => expect(redirected(pattern, url, target)).toBe(expected));

  test('a part of a path never becomes a host', () => {
    expect(redirected('/old*', '/old/evil.example/a', '/$1')).toBe('https://example.com//evil.example/a');
    expect(redirected('/old*', '/old.evil.example', 'https://example.org$1')).toBeNull();
    expect(redirected('/old/*', '/old/@evil.example', 'https://example.org$1')).toBeNull();
  });

  test('targets have a limit, however often a capture is repeated', () => {
    expect(redirected('/*', `/${'a'.repeat(5_000)}`, `/b/${'$1'.repeat(900)}`)).toBeNull();
    expect(rewritten('/*', `/${'a'.repeat(5_000)}`, `/b/${'$1'.repeat(900)}`)).toBeNull();
  });

  test('whatever is requested, captures put together again are what was sent', () => {
    const piece = fc.constantFrom('a', 'b', '/', '//', '%2F', '%C3%A9', '%FF', '%2A', '%3F', '%20', '+', '&', '.', '%F0%9F%98%80');
    const pattern = fc.array(fc.constantFrom('a', 'b', '/', '*', '?', 'é'), { maxLength: 6 }).map((parts) => `/${parts.join('')}*`);
    fc.assert(
      fc.property(pattern, fc.array(piece, { maxLength: 8 }), (one, pieces) => {
        const path = canonicalPath(`/${pieces.join('')}`);
        if (path === null) return;
        const visit = visitOf(path);
        const captures = readCaptures(one, visit);
        if (!matchesPath(one, visit)) return void expect(captures).toEqual([]);
        expect(captures).toHaveLength(one.split('*').length - 1);
        for (const capture of captures) {
          expect(visit.url.pathname).toContain(capture.path);
          expect(capture.path).not.toMatch(/%(?![0-9A-F]{2})/);
        }
        const last = captures.at(-1)?.path ?? '';
        expect(visit.url.pathname.endsWith(last)).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a redirect', () => {
  test('has the status of the rule, else 302', () => {
    const statuses = ([undefined, 301, 302, 307, 308] as const).map(
      (redirectStatus) => trace(ruled('/a', { redirectUrl: '/b', redirectStatus }), { url: '/a' }).status,
    );
    expect(statuses).toEqual([302, 301, 302, 307, 308]);
  });

  test('drops the query, or adds it to that of the target', () => {
    expect(redirected('/a', '/a?b=1', '/c')).toBe('https://example.com/c');
    expect(redirected('/a', '/a?b=1', '/c', true)).toBe('https://example.com/c?b=1');
    expect(redirected('/a', '/a?b=1', '/c?d=2#e', true)).toBe('https://example.com/c?d=2&b=1#e');
    expect(redirected('/a', '/a', '/c?d', true)).toBe('https://example.com/c?d');
  });

  test('to the same URL is a loop, also with captures and the query', () => {
    const loop = ruled('/*', { redirectUrl: 'https://example.com/$1', redirectQuery: true });
    expect(decision(trace(loop, { url: 'https://www.example.com/a?b' }), 'pageRules').reason).toBe('pathRedirect');
    expect(trace(loop, { url: '/a?b' })).toMatchObject({ outcome: 'failed', status: 508 });
  });
});

describe('a rewrite', () => {
  test.each([
    ['/app/*', '/app/a/b?c=1', '/$1', '/a/b?c=1'],
    ['/app/*', '/app/a?c=1', '/index.php?path=$1', '/index.php?path=a'],
    ['/app/*', '/app/a?c=1', '/plain?', '/plain'],
    ['/product/*/*', '/product/shoes/12', '/p/$2-$1.html', '/p/12-shoes.html'],
    ['/app*', '/app/a', '/new/$1', '/new/a'],
    ['/*', '/a', '/é/$1', '/%C3%A9/a'],
    ['/search?q=*', '/search?q=a/b', '/find/$1', '/find/a%2Fb?q=a/b'],
  ])('%s at %s makes %s', (pattern, url, target, expected) => expect(rewritten(pattern, url, target)).toBe(expected));

  test.each([
    ['/x*y', '/x..y', '/a/$1/b'],
    ['/x*y', '/x.y', '/a/$1'],
    ['/x*y*', '/x.y.', '/a/$1$2/b'],
    ['/search?q=*', '/search?q=..', '/find/$1'],
    ['/search?q=*', '/search?q=%2e%2E', '/find/$1'],
    ['/search?q=*', '/search?q=../admin', '/find/$1'],
    ['/search?q=*', '/search?q=..%2Fadmin', '/find/$1'],
    ['/search?q=*', '/search?q=..%5cadmin', '/find/$1'],
    ['/search?q=*', '/search?q=..\\admin', '/find/$1'],
    ['/search?q=*', '/search?q=%', '/find/$1'],
  ])('%s at %s can’t leave the folder of %s', (pattern, url, target) => {
    expect(rewritten(pattern, url, target)).toBeNull();
    const waf = { ...plain.waf, mode: 'off' as const };
    const result = trace({ ...ruled(pattern, { rewriteUrl: target }), waf }, { url });
    expect([result.outcome, result.status, decision(result, 'pageRules').reason]).toEqual(['blocked', 403, 'pathBadRewrite']);
  });

  test('whatever is requested, the origin gets a path in its one form, in the folder of the rule', () => {
    const piece = fc.constantFrom('a', '/', '.', '..', '%2F', '%2e', '%5C', '\\', '%', '?', '&', '#', '%23', '%3F', ';', ' ', 'é');
    fc.assert(
      fc.property(fc.constantFrom('/x*', '/*', '/x?*', '/s?q=*'), fc.array(piece, { maxLength: 8 }), (pattern, pieces) => {
        const visit = readVisit({ url: `${pattern.replace('*', '')}${pieces.join('')}`, ip: '', now: 0 }, 'example.com');
        if (!visit || !matchesPath(pattern, visit)) return;
        const path = rewriteTarget('/in/$1/out?', pattern, visit);
        if (path === null) return;
        expect(path).toMatch(/^\/in\/[\x21-\x7e]*\/?out$/);
        expect(canonicalPath(path)).toBe(path);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('the cache and other rules use the visitor’s URL, and a redirect precedes it', () => {
    const result = trace(ruled('/app/*', { rewriteUrl: '/$1' }), { url: '/app/a?b' });
    expect(decision(result, 'pageRules')).toMatchObject({ reason: 'pathRewrite', params: { url: '/a?b' } });
    expect(decision(result, 'cache').effect).toContainEqual({ name: 'cacheKey', value: 'https://example.com/app/a?b', from: 'domain' });
    expect(trace(ruled('/app/*', { rewriteUrl: '/$1', redirectUrl: '/x' }), { url: '/app/a' }).outcome).toBe('redirected');
  });
});
