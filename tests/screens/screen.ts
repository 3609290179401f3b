import type { Locator, Page } from '@playwright/test';
import type { TKey } from '../../src/lib/i18n/keys.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import type { Translate } from '../../src/lib/i18n/translator.ts';
import type { Secured } from '../support/accounts.ts';
import { quiet } from '../support/quiet.ts';

/** One screen to open and check: its address, who is signed in, and what to do before it is checked. */
export interface Screen {
  name: string;
  path: string;
  /**
   * `demo`: the demo customer. `empty`: an account without data. `notified`: an account with notifications and tasks. `secured`: a
   * signed-out visitor whose account has two-factor authentication. `operator`: an account with the admin flag.
   */
  as: 'visitor' | 'demo' | 'empty' | 'notified' | 'secured' | 'operator';
  /** The language is part of the address, as on static pages. The panel reads it from a cookie. */
  prefixed?: true;
  /** A public page that is rendered for each request instead of at build time. */
  rendered?: true;
  /** The page is always dark: landing, product and sign-in pages ignore the chosen theme. */
  alwaysDark?: true;
  /** Has a code editor, which loads in its own script after the first paint. */
  editor?: true;
  /** An HTTP error that the page, or the action on it, is expected to cause. */
  status?: number;
  act?: Act;
}

export const screenPath = ({ path, prefixed }: Screen, locale: Locale): string =>
  prefixed && locale !== 'en' ? `/${locale}${path}`.replace(/\/$/, '') : path;

/** Waits until a page is complete: data and fonts loaded, no skeleton left. */
export async function settled(page: Page): Promise<void> {
  const isRendered = () =>
    !document.querySelector('[aria-busy=true], astro-island[ssr], main .skeleton') && document.fonts.status === 'loaded';
  await quiet(page);
  await page.waitForFunction(isRendered);
  // The last render may have started more requests.
  await quiet(page);
}

/** Opens a screen and runs its `act`. `account`: the account that a `secured` screen signs in with. */
export async function openScreen(page: Page, screen: Screen, locale: Locale, account?: Secured): Promise<void> {
  await page.goto(screenPath(screen, locale));
  await settled(page);
  await screen.act?.(page, translator(locale), account);
}

export type Act = (page: Page, t: Translate, account: Secured | undefined) => Promise<void>;
export type Text = TKey | ((t: Translate) => string);
const screenText = (t: Translate, text: Text) => (typeof text === 'string' ? t(text) : text(t));

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

/** Presses a button, waits for the form that it opens, which may have the same name, and does something in it. */
export const opensForm =
  (button: Text, form: Text = button, then?: (form: Locator, t: Translate) => Promise<void>): Act =>
  async (page, t) => {
    await press(page, screenText(t, button));
    const opened = page.getByRole('form', { name: screenText(t, form) });
    await opened.waitFor();
    await then?.(opened, t);
  };

/** Presses a button, and waits for the dialog that it opens. */
export const opensDialog =
  (button: Text): Act =>
  async (page, t) => {
    await press(page, screenText(t, button));
    await page.getByRole('dialog').waitFor();
  };

/** Waits for a text. */
export const shows =
  (text: TKey): Act =>
  (page, t) =>
    page.getByText(t(text), { exact: true }).waitFor();

/** Lays out and paints content that is otherwise left out until it is near the viewport. */
export const layOutAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.getElementById('lay-out-all')) return;
    const all = document.createElement('style');
    all.id = 'lay-out-all';
    all.textContent = '.when-near > * { content-visibility: visible !important }';
    document.head.append(all);
  });

/** Horizontal overflow of the page in pixels, including content that is laid out only near the viewport. */
export async function overflow(page: Page): Promise<number> {
  await layOutAll(page);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
