import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;

test('absent fields keep their value, also among the minified types; the default quality is 75', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const before = (await p.ok(optimization.get, { domainId }, { token })).optimization;
  expect(before).toEqual({ minify: { html: false, css: true, js: true }, webp: true, imageResize: false, imageQuality: 75, version: 1 });
  await p.ok(optimization.update, { domainId, minify: { js: false }, imageQuality: 1 }, { token });
  const { optimization: after } = await p.ok(optimization.update, { domainId, imageResize: true }, { token });
  const minify = { html: false, css: true, js: false };
  expect(after).toEqual({ minify, webp: true, imageResize: true, imageQuality: 1, version: 3 });
});

test('says in four languages which qualities are valid', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  for (const locale of locales)
    for (const imageQuality of [0, 101, 74.5]) {
      const { status, body } = await p.try(optimization.update, { domainId, imageQuality }, { token, locale });
      const message = translator(locale)('optimization:error.quality', { min: 1, max: 100 });
      expect([status, body.fields], locale).toEqual([422, { imageQuality: message }]);
    }
});
