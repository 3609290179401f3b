import { demo } from '../../../src/lib/contract/fields.ts';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { createMixedEntries } from '../../support/logEntries.ts';
import { sendEntries } from '../../support/server.ts';

for (const [locale, width, theme] of [
  ['en', 1280, 'light'],
  ['fa', 390, 'dark'],
] satisfies [Locale, number, 'light' | 'dark'][]) {
  test(`dragging over a chart shows that period, and its neighbour has the same crosshair, in ${locale}`, async ({
    page,
    portal,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const now = Date.now();
    await signIn();
    await show({ locale, theme });
    await page.setViewportSize({ width, height: 1000 });
    await page.goto('/domains/parvaz.example/reports/traffic?window=1h');
    await settled(page);
    const lines = createMixedEntries({ count: 600, domainIds: [demo.domainId], from: now - 3_500_000, to: now, seed: width });
    await sendEntries(portal.url, `zoom-${locale}`, lines);
    await page.reload();
    await settled(page);
    const chartOf = (title: string) => page.getByRole('slider', { name: t('report:chart.zoom', { title }) });
    const [traffic, requests] = [chartOf(t('report:chart.bytes')), chartOf(t('report:chart.requests'))];
    await requests.scrollIntoViewIfNeeded();
    await expect(requests.locator('.apexcharts-area-series path').first()).toBeVisible();
    await expect(traffic.locator('.apexcharts-area-series path').first()).toBeVisible();
    const box = await requests.boundingBox();
    const plot = await requests.locator('.apexcharts-grid').boundingBox();
    if (!box || !plot) throw new Error('nothing is drawn');
    // Times run left to right in every language; the axis is where reading starts.
    expect(plot.x - box.x < box.width - (plot.x - box.x) - plot.width).toBe(locale === 'fa');

    const at = (share: number) => [plot.x + plot.width * share, plot.y + plot.height / 2] as const;
    await page.mouse.move(...at(0.5));
    await page.mouse.move(...at(0.52));
    for (const chart of [traffic, requests]) await expect(chart.locator('.apexcharts-tooltip')).toHaveClass(/apexcharts-active/);
    const heads = await Promise.all([traffic, requests].map((chart) => chart.locator('.chart-tip-head').textContent()));
    expect(heads[0]).toBe(heads[1]);

    await page.mouse.move(...at(0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.5), { steps: 4 });
    await expect(requests.locator('.chart-zoom-band')).toBeVisible();
    await page.mouse.up();
    // 60 points of a minute: a quarter is fifteen, of which the first and the last belong to the period.
    await expect(page.getByRole('button', { name: t('report:custom.reset') })).toBeVisible();
    await expect(requests).toHaveAttribute('aria-valuemax', /^1[4-6]$/);
    await expect(page).toHaveURL(/from=.*&to=/);
    // Each chart keeps its own axis: bytes have a unit.
    await expect(requests.locator('.apexcharts-yaxis-label').first()).not.toHaveText(/\p{L}/u);
    await expect(traffic.locator('.apexcharts-yaxis-label').first()).toHaveText(/\p{L}/u);
    const query = new URL(page.url()).searchParams;
    const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
    expect(Math.abs(from - (now - 45 * 60_000))).toBeLessThan(3 * 60_000);
    expect(Math.abs(to - (now - 29 * 60_000))).toBeLessThan(3 * 60_000);

    await page.getByRole('button', { name: t('report:custom.reset') }).press('Enter');
    await expect(requests).toHaveAttribute('aria-valuemax', '59');
    await expect(page).toHaveURL(/\?window=1h$/);
  });
}
