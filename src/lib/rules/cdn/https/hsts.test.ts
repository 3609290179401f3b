import { describe, expect, test } from 'vitest';
import { decision, effect, secured, trace } from '../../../../../tests/support/edgeSample.ts';
import { DAY } from '../../../time.ts';
import { edgeDefaults } from '../edge/defaults.ts';
import { hstsTimes, httpsFault, preloadNeeds, rememberedUntil } from './hsts.ts';

const off = edgeDefaults.https.hsts;
const year = { value: 365, unit: 'd' } as const;
const full = { enabled: true, maxAge: year, includeSubdomains: true, preload: true };
const now = Date.UTC(2026, 10, 20, 12);

describe('conflicting settings', () => {
  test.each([
    ['HSTS off: everything may go', { enabled: false, httpToHttps: false, hsts: off }, null, null],
    ['HSTS on, HTTPS on, no redirect', { enabled: true, httpToHttps: false, hsts: { ...off, enabled: true } }, null, null],
    // RFC 6797 section 8.3: the browser only connects over HTTPS.
    ['HSTS on, HTTPS off', { enabled: false, httpToHttps: true, hsts: { ...off, enabled: true } }, 'hstsFirst', 'hstsNeedsHttps'],
    ['preload, all there', { enabled: true, httpToHttps: true, hsts: full }, null, null],
    ['preload without the redirect', { enabled: true, httpToHttps: false, hsts: full }, 'preloadFirst', 'preload'],
    ['preload off with HSTS off', { enabled: true, httpToHttps: false, hsts: { ...full, enabled: false } }, null, null],
  ] as const)('%s', (_, next, settings, hsts) => {
    expect(httpsFault(next, 'settings')?.key ?? null).toBe(settings && `https:error.${settings}`);
    expect(httpsFault(next, 'hsts')?.key ?? null).toBe(hsts && `https:error.${hsts}`);
  });

  test.each([
    [{ maxAge: { value: 12, unit: 'M' } }, 'year'], // twelve months of 30 days are 360 days
    [{ maxAge: { value: 364, unit: 'd' } }, 'year'],
    [{ includeSubdomains: false }, 'subdomains'],
  ] as const)('the preload list asks for more than %o', (change, need) => {
    const around = { enabled: true, httpToHttps: true };
    const hsts = { ...full, ...change };
    expect(preloadNeeds(around, hsts).flatMap((one) => (one.met ? [] : [one.need]))).toEqual([need]);
    expect(httpsFault({ ...around, hsts }, 'hsts')).toMatchObject({ status: 422, field: 'preload' });
  });

  test('the longest option is enough for the preload list', () => {
    const longest = hstsTimes.at(-1);
    expect(longest && preloadNeeds({ enabled: true, httpToHttps: true }, { ...full, maxAge: longest }).every(({ met }) => met)).toBe(true);
  });
});

describe('how long browsers remember', () => {
  const on = { hsts: { ...off, enabled: true, maxAge: { value: 30, unit: 'd' as const } } };
  test('from the last visit before the change, with the previous setting', () => {
    expect(rememberedUntil(on, now)).toBe(new Date(now + 30 * DAY).toISOString());
    expect(rememberedUntil({ hsts: off }, now)).toBeNull();
  });
  test('the time from an earlier change may be longer', () => {
    const before = { ...on, hstsRememberedUntil: new Date(now + 100 * DAY).toISOString() };
    expect(rememberedUntil(before, now)).toBe(before.hstsRememberedUntil);
    expect(rememberedUntil({ hsts: off, hstsRememberedUntil: new Date(now - 1).toISOString() }, now)).toBeNull();
  });
});

describe('the header from the edge', () => {
  const hstsOf = (https: Parameters<typeof secured>[0]) =>
    effect(decision(trace(secured(https), { url: 'https://example.com/' }), 'https'), 'hsts')?.[0];
  test('when off, it tells browsers to forget HSTS (RFC 6797 section 6.1.1) for as long as one may remember it', () => {
    expect(hstsOf({ hsts: off, hstsRememberedUntil: '2999-01-01T00:00:00.000Z' })).toBe('max-age=0');
    expect(hstsOf({ hsts: off, hstsRememberedUntil: '2001-01-01T00:00:00.000Z' })).toBeUndefined();
    expect(hstsOf({ hsts: off, hstsRememberedUntil: null })).toBeUndefined();
    expect(hstsOf({ hsts: full, hstsRememberedUntil: '2999-01-01T00:00:00.000Z' })).toBe('max-age=31536000; includeSubDomains; preload');
  });
});
