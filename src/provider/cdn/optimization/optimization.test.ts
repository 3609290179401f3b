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
  expect(after).toEqual({
    minify: { html: false, css: true, js: false },
    webp: true,
    imageResize: true,
    imageQuality: 1,
    version: 3,
  });
  const entries = await p.store.reader.selectFrom('changeLog').select('action').where('group', '=', 'optimization').orderBy('id').execute();
  expect(entries).toEqual([{ action: 'update' }, { action: 'update' }]);
});

test('an outdated version is refused with the current settings', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  expect(await p.try(optimization.update, { domainId, webp: false, version: 0 }, { token })).toMatchObject({
    status: 409,
    body: { code: 'error:versionConflict', optimization: { webp: true, version: 1 } },
  });
});

test.each(locales)('says in %s which qualities are valid', async (locale) => {
  const p = await startProvider();
  const token = await p.signIn();
  for (const imageQuality of [0, 101, 74.5]) {
    const { status, body } = await p.try(optimization.update, { domainId, imageQuality }, { token, locale });
    expect([status, body.fields]).toEqual([422, { imageQuality: translator(locale)('optimization:error.quality', { min: 1, max: 100 }) }]);
  }
});
