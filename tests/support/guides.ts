import { readFileSync } from 'node:fs';
import type { Locale } from '../../src/lib/i18n/locales.ts';

/** The guides of whole tasks, whose steps are checked against the product. */
export const guides = [
  'getting-started',
  'add-domain',
  'add-dns-record',
  'dns-records',
  'name-servers',
  'move-from-another-cdn',
  'visitor-addresses',
  'allow-only-cdn',
  'troubleshooting/blocked',
  'undo-mistakes',
  'history',
  'custom-pages',
  'order-server',
  'ssh-keys',
  'api-keys',
  'top-up',
  'trace',
] as const;
/** Guides about other things that have commands too. */
export type Guide = (typeof guides)[number] | 'cache' | 'command-line' | 'troubleshooting/5xx';

export const guidePath = (locale: Locale, name: string): string => readFileSync(`src/content/docs/${locale}/${name}.mdx`, 'utf8');

/** The commands of a guide in their order, without the lines that give a reader's values: the test sets these. */
export const guideCommands = (name: Guide): string[] =>
  [...guidePath('en', name).matchAll(/```bash\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => /\$NASIM_URL|\$SITE|\$NAME_SERVER|\$NEW|\$DOMAIN|NASIM_TOKEN/.test(block))
    .map((block) => block.replace(/^(?:export NASIM_|DOMAIN=|NAME_SERVER=|SITE=|OLD=|NEW=).*\n/gm, ''));
