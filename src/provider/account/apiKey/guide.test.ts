import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { locales } from '../../../lib/i18n/locales.ts';

/** The commands of the guide. */
const guideCommands = (locale: string) =>
  [...readFileSync(`src/content/docs/${locale}/api-keys.mdx`, 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)].map(([, text = '']) => text);

test('the guide shows the same commands in every language, for calls that exist', () => {
  const commands = guideCommands('en');
  expect(commands).toHaveLength(4);
  for (const locale of locales) expect(guideCommands(locale), locale).toEqual(commands);
  const paths = [...commands.join('').matchAll(/\$NASIM_URL\/api(\/[\w/]+)/g)].map(([, path]) => path);
  expect(paths).toHaveLength(5);
  expect(allCalls().map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});
