import { afterEach, expect, test } from 'vitest';
import { overlayTexts, translator } from '../lib/i18n/server.ts';
import { MINUTE } from '../lib/time.ts';
import { makeTranslations } from './translations.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
afterEach(() => overlayTexts(null));

test('the texts are fetched once in 30 minutes, and kept for 60 while the provider is down', async () => {
  let now = 0;
  let requests = 0;
  let list: unknown = [{ language: 'en', translations: { common: { save: 'Keep' } } }];
  const texts = makeTranslations(
    async ({ headers }) => {
      requests++;
      expect(headers).toEqual({});
      return list ? Response.json(list) : new Response('down', { status: 503 });
    },
    () => now,
  );
  expect(texts()).toBeNull();
  await settle();
  expect(texts()).toEqual(list);
  now = 29 * MINUTE;
  texts();
  expect(requests).toBe(1);
  list = null;
  now = 31 * MINUTE;
  expect(texts()).not.toBeNull();
  await settle();
  expect(requests).toBe(2);
  now = 61 * MINUTE;
  expect(texts()).toBeNull();
});

test.each([
  ['an empty list', []],
  ['no list', { a: 1 }],
  ['rubbish', 'x'],
])('%s leaves the built-in texts', async (_name, list) => {
  const texts = makeTranslations(async () => Response.json(list));
  texts();
  await settle();
  expect(texts()).toBeNull();
});

test('the provider’s texts override the built-in ones; the rest are unchanged', () => {
  overlayTexts([
    { language: 'en', translations: { common: { save: 'Keep', cancel: 7, strange: 'x' }, nothing: null } },
    { language: 'xx', translations: {} },
  ]);
  const t = translator('en');
  expect([t('common:save'), t('common:cancel'), t('error:title')]).toEqual(['Keep', 'Cancel', 'Error']);
  overlayTexts(null);
  expect(translator('en')('common:save')).toBe('Save');
});
