import type { Page } from '@playwright/test';

/** Widths of the columns of the three page templates at 1440 px: a list, a form with its side, an overview with its side. */
const columns: readonly number[] = [1124, 760, 774, 332];

/** Other widths of cards, by screen, with the reason. */
const others: readonly { screen: RegExp; widths: readonly number[]; why: string }[] = [
  { screen: /^overview/, widths: [367], why: 'two tiles beside each other in the main column' },
  { screen: /^plan/, widths: [214], why: 'the five plans beside each other' },
  { screen: /^server(-|$)/, widths: [378, 553], why: 'two charts or facts beside each other in a column' },
  { screen: /^support-plan$/, widths: [363], why: 'the three plans beside each other' },
  { screen: /^(add-domain|setup)/, widths: [602, 878], why: 'the steps of adding a domain have a frame of their own' },
  { screen: /^top-up-sandbox$/, widths: [480], why: 'the page of a payment gateway, outside of the panel’s templates' },
];

/** Widths of the outermost cards of a panel page that belong to none of its templates. */
export async function oddWidths(page: Page, screen: string): Promise<number[]> {
  const known = new Set([...columns, ...others.filter((one) => one.screen.test(screen)).flatMap(({ widths }) => widths)]);
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll('main .card')]
      .filter((card) => !card.parentElement?.closest('.card, dialog, [role="dialog"]'))
      .map((card) => Math.round(card.getBoundingClientRect().width)),
  );
  return [...new Set(widths)].filter((width) => width > 0 && !known.has(width));
}
