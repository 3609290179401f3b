import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeConfig, edgeRequest } from '../../../../../tests/support/edgeArbitrary.ts';
import { cached, deny, limit, page, plain, trace, wall } from '../../../../../tests/support/edgeSample.ts';
import { runs } from '../../../../../tests/support/runs.ts';
import { withoutMarks } from '../../../format/isolate.ts';
import { bundles } from '../../../i18n/bundles.ts';
import { type Locale, locales } from '../../../i18n/locales.ts';
import { makeInstance, translateWith } from '../../../i18n/translator.ts';
import { formatReason } from './formatReason.ts';
import { lintFirewall } from './lint.ts';
import { traceRequest } from './trace.ts';

const speak = (locale: Locale) => translateWith(makeInstance(locale, { edge: bundles[locale].edge }));
const formatSteps = (result: ReturnType<typeof trace>, locale: Locale) =>
  result.steps.map((one) => formatReason(one, speak(locale), locale));

describe('reasons', () => {
  test('for a rate limit, in four languages', () => {
    const config = { ...plain, rateLimits: [limit({ requestCount: 1000 })] };
    const all = locales.map((locale) =>
      formatSteps(trace(config, { seen: { requests: 1000 } }), locale).find((text) => /1,000|۱٬۰۰۰|1000/.test(text)),
    );
    expect(all.map((text) => withoutMarks(text ?? ''))).toEqual([
      'More than 1,000 requests in 1 minute: blocked for 5 minutes.',
      'بیش از ۱٬۰۰۰ درخواست در ۱ دقیقه: برای ۵ دقیقه مسدود می‌شود.',
      'أكثر من 1,000 من الطلبات خلال دقيقة: يُحجب لمدة 5 دقائق.',
      'Más de 1000 solicitudes en 1 minuto: el cliente queda bloqueado durante 5 minutos.',
    ]);
  });
  test('for a country, a pattern and a cache', () => {
    expect(formatSteps(trace(wall({ countryWhitelist: { enabled: true, countries: ['DE'] } })), 'en')).toContain(
      'Germany is on the country allowlist.',
    );
    expect(formatSteps(trace(plain, { url: '/?q=<script>' }), 'en')).toContain(
      'Cross-site scripting in the parameter q: “<script” (5 points).',
    );
    expect(formatSteps(trace(plain, { url: '/<script>' }), 'es')).toContain('Scripts entre sitios en la ruta: «<script» (5 puntos).');
    expect(formatSteps(trace(cached({})), 'en')).toContain('The response is cached for 1 hour, unless your server’s response forbids it.');
  });
  test('for a page rule and for lint', () => {
    expect(formatSteps(trace({ ...plain, pageRules: [page('/', { redirectUrl: '/x' })] }), 'en')).toContain(
      '/ matches and redirects visitors to https://example.com/x with status 302.',
    );
    const [finding] = lintFirewall(wall({ rules: [deny('country', 'DE', 1), deny('country', 'DE', 2)] }).firewall, 0);
    expect(finding && formatReason(finding, speak('en'), 'en')).toBe(
      '“DE” never matches, because “DE” above it matches every request first. Move it up or delete it.',
    );
  });

  test.each(locales)('%s: every placeholder is filled', (locale) => {
    const t = speak(locale);
    fc.assert(
      fc.property(edgeConfig, edgeRequest, (config, request) => {
        const { steps } = traceRequest(config, request, 'draft');
        for (const one of [...steps, ...lintFirewall(config.firewall, request.now)]) {
          // Customer values may contain anything, so only values of the engine are kept.
          const safe = Object.fromEntries(
            Object.entries(one.params).map(([name, value]) => [name, typeof value === 'string' ? 'x' : value]),
          );
          const text = formatReason({ ...one, params: safe }, t, locale);
          expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|Invalid|reason\.|finding\.|edge:/);
          expect(text).toMatch(/[.۔]$/);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
