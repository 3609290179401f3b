import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toOrigin } from '../src/edge/base/headers.ts';
import { ownPage } from '../src/edge/pages/pages.ts';
import { bundles } from '../src/lib/i18n/bundles.ts';
import { type Locale, locales } from '../src/lib/i18n/locales.ts';
import { guidePath, guides } from './support/guides.ts';

/* The steps of guides that have no command: their labels are texts of the panel, and what they say about the edge is what it does. */

/** All texts of the panel in a language, and those with values as patterns. */
function createLabelMatcher(locale: Locale): (label: string) => boolean {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  // Isolates around values of other scripts are invisible.
  const all = texts(bundles[locale]).map((text) => text.replace(/[\u2066-\u2069]/g, ''));
  // A guide leaves a count in parentheses out.
  const plain = new Set(all.map((text) => text.replace(/…$| \(\{\{\w+\}\}\)$/, '')));
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = all
    .filter((text) => text.includes('{{') && text.replace(/\{\{.*?\}\}/g, '').trim().length > 3)
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{.*?\}\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    );
  return (label) => plain.has(label.replace(/…$/, '')) || patterns.some((pattern) => pattern.test(label));
}

/** Bold words that stress a part of a sentence. */
const stressed: Partial<Record<Locale, readonly string[]>> = {
  en: ['The scan doesn’t find unusual names'],
  fa: ['اسکن نام‌های کم‌کاربرد را پیدا نمی‌کند'],
  ar: ['حجمًا', 'القراءة', 'الكتابة', 'مع', 'لا يجد الفحص الأسماء غير المعتادة'],
  es: ['El análisis no encuentra nombres poco comunes'],
};

test.each(locales)('the labels in the guides in %s are texts of the panel', (locale) => {
  const isLabel = createLabelMatcher(locale);
  let checked = 0;
  const unknown = guides.flatMap((name) => {
    const text = guidePath(locale, name)
      .replace(/```[\s\S]*?```/g, '')
      // The title of a step, and the words that begin an item.
      .replace(/^ *(?:\d+\.|-) \*\*[^*\n]+\*\*(?:$|:.*$|،.*$)/gm, '');
    return (
      [...text.matchAll(/\*\*([^*\n]+)\*\*/g)]
        .map(([, label = '']) => label)
        .filter((label) => !/[.?:؟،]$/.test(label) && !stressed[locale]?.includes(label))
        // Labels that are part of a sentence are in lower case in these languages: the words of a field, not its label.
        .filter((label) => !(/^[a-záéíóúñ]/.test(label) && (locale === 'en' || locale === 'es')))
        .filter((label) => ++checked && !isLabel(label))
        .map((label) => `${name}: ${label}`)
    );
  });
  expect(unknown).toEqual([]);
  expect(checked).toBeGreaterThan(60);
});

test('a guide has the same code in every language', () => {
  const codeOf = (locale: Locale, name: string) =>
    [...guidePath(locale, name).matchAll(/```(?:ba)?sh\n[\s\S]*?```/g)].map(([block]) => block);
  const differ = guides.flatMap((name) =>
    locales.filter((locale) => codeOf(locale, name).join('\n') !== codeOf('en', name).join('\n')).map((locale) => `${locale} ${name}`),
  );
  expect(differ).toEqual([]);
});

test('the guide of visitors’ addresses names exactly the headers that the edge adds', () => {
  const visitor = {
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'cf-connecting-ip': '203.0.113.9',
    'x-forwarded-for': '203.0.113.9',
  };
  const from = { ip: '192.0.2.7', scheme: 'https', host: 'shop.example', id: 'r1' } as const;
  const sent = toOrigin(visitor, '', from, 'shop.example');
  expect(sent['x-forwarded-for']).toBe('192.0.2.7');
  const { host: _host, ...added } = sent;
  for (const locale of locales) {
    const text = guidePath(locale, 'visitor-addresses');
    const named = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name.toLowerCase());
    expect(named.sort()).toEqual(Object.keys(added).sort());
    for (const removed of ['X-Real-IP', 'Forwarded', 'CF-Connecting-IP']) expect(text).toContain(`\`${removed}\``);
  }
});

test('the guide of blocked visitors describes the block page of the edge', () => {
  for (const locale of locales) {
    const facts = {
      id: 'abc',
      ip: '192.0.2.7',
      host: 'shop.example',
      status: 403,
      now: 0,
      accept: undefined,
      acceptLanguage: locale,
      whyUrl: 'https://p.example',
    };
    const page = ownPage('blocked', facts);
    expect(page).toContain('href="https://p.example/why/abc"');
    const [, link = ''] = /<a href[^>]*>([^<]*)</.exec(page) ?? [];
    const [, label = ''] = /<dt>([^<]*)</.exec(page) ?? [];
    const text = guidePath(locale, 'troubleshooting/blocked');
    for (const words of [link, label]) expect(text).toContain(`**${words}**`);
  }
});

test('every guide is named by an entry of the changelog', () => {
  const entries = readdirSync('src/content/changelog/en')
    .map((name) => readFileSync(`src/content/changelog/en/${name}`, 'utf8'))
    .join('\n');
  const pages = readdirSync('src/content/docs/en').filter((name) => name.endsWith('.mdx'));
  const unnamed = pages.filter((name) => {
    const isListed = !/^listed: false$/m.test(readFileSync(`src/content/docs/en/${name}`, 'utf8'));
    return isListed && !new RegExp(`\\(/docs/${name.replace('.mdx', '')}[)#]`).test(entries);
  });
  expect(unnamed).toEqual([]);
});
