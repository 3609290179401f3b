import { createHash } from 'node:crypto';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';

/** A language and a theme. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
}

const [plain, ...others]: Look[] = locales.flatMap((locale) => [
  { locale, theme: 'light' },
  { locale, theme: 'dark' },
]);
if (plain?.locale !== 'en') throw new Error('English comes first');
export const enLight: Look = plain;

/**
 * The looks in which a screen is checked: English and light, and for a third of the screens one of the other seven, chosen by a hash of
 * the name. A run covers each of the seven on many screens, and every run the same ones: a failure belongs to the change that it appears
 * with. `FULL` checks all.
 */
export function looksOf(screen: { name: string; alwaysDark?: true }): Look[] {
  const all = screen.alwaysDark ? others.filter(({ theme }) => theme === 'dark') : others;
  if (process.env.FULL) return [enLight, ...all];
  const hash = hashOf(screen);
  if (hash % 3 !== 0) return [enLight];
  // Not empty: there are languages other than English.
  return [enLight, all[Math.floor(hash / 3) % all.length] as Look];
}

const edges = [360, 1190];
const between = [390, 600, 768, 900, 1024, 1280, 1920];

/** The widths at which nothing may overflow, beside that of the visit: the narrowest, the widest without a sidebar, and two that differ by screen. `FULL` checks all. */
export function widthsOf(screen: { name: string }): number[] {
  if (process.env.FULL) return [...edges, ...between];
  const first = hashOf(screen) % between.length;
  return [...edges, ...between.filter((_, index) => index === first || index === (first + 3) % between.length)];
}

const hashOf = ({ name }: { name: string }) => createHash('sha256').update(name).digest().readUInt32BE();

/**
 * The looks of a walk through several screens: one of those given, chosen by a hash of the walk's name, so that each is used by some of
 * the walks. `FULL` walks in all.
 */
export function walkedIn<T>(walk: string, looks: readonly T[]): readonly T[] {
  return process.env.FULL ? looks : looks.slice(hashOf({ name: walk }) % looks.length).slice(0, 1);
}

/** The tag of a test in several languages: with a remote provider only English runs. */
export const remoteIn = (locale: Locale): string => (locale === 'en' ? ' @remote' : '');
/** The tag of a walk in several languages: English runs with a remote provider only, the others with the embedded one. `FULL` walks with both in English. */
export const elsewhereIn = (locale: Locale): string => (locale === 'en' ? ' @elsewhere' : '');
