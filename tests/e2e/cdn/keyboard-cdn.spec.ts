import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { handsOn } from '../../support/keyboard.ts';
import { walkedIn } from '../../support/looks.ts';

/** CDN tasks without a pointer: block an address, add a page rule, trace a request, and toggle a setting. */
const looks: { locale: Locale; phone?: true }[] = [{ locale: 'en' }, { locale: 'fa', phone: true }];
for (const { locale, phone } of walkedIn('CDN by keyboard', looks)) {
  test(`rules, settings and a trace by keyboard alone, in ${locale}${phone ? ', dark, on a small screen' : ''}`, async ({
    page,
    newCustomer,
    signIn,
    show,
  }) => {
    test.slow();
    const t = translator(locale);
    const { to, press, write, kept } = handsOn(page);
    const n = (count: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-US').format(count);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const name = `rules-by-hand-${locale}.example`;
    if (phone) await page.setViewportSize({ width: 390, height: 844 });
    await signIn(await newCustomer());
    await show({ locale, theme: phone ? 'dark' : 'light' });
    await page.goto('/domains');
    const post = async (path: string, data: object) => {
      const answer = await page.request.post(`/api/domain${path}`, { data, headers: { origin: new URL(page.url()).origin } });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    };
    const { domain } = await post('/add', { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
    await post('/dns/create', { domainId: domain.id, name: '@', type: 'A', content: '203.0.113.80', proxy: true });

    const form = page.getByRole('form');
    const rows = page.getByRole('list', { name: t('firewall:list') }).getByRole('listitem');
    await test.step('a firewall rule: a wrong address is told, and the focus is where it has to be mended', async () => {
      await page.goto(`/domains/${name}/firewall`);
      for (const address of ['203.0.113.7', '198.51.100.0/24']) {
        await settled(page);
        await press(button(t('firewall:add')).first());
        const value = form.getByLabel(t('firewall:value.ip'), { exact: true });
        await expect(value).toBeFocused();
        await write(value, '203.0.113.777');
        await page.keyboard.press('Enter');
        await expect(form.getByText(t('firewall:error.octet', { part: '777' }))).toBeVisible();
        await expect(value).toBeFocused();
        await write(value, address);
        await press(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
        await expect(rows.filter({ hasText: address })).toBeVisible();
        await kept();
      }
    });

    await test.step('the second rule goes first', async () => {
      await page.keyboard.press('Escape');
      const grip = rows.last().getByRole('button').first();
      await to(grip);
      await settled(page);
      await page.keyboard.press('Space');
      const said = (step: 'picked' | 'over', place: number) =>
        expect(
          page
            .locator('[aria-live="assertive"]')
            .filter({ hasText: t(`rules:say.${step}`, { title: '198.51.100.0/24', place: n(place), count: n(2) }) }),
        ).toHaveCount(1);
      await said('picked', 2);
      await page.keyboard.press('ArrowUp');
      await said('over', 1);
      await page.keyboard.press('Space');
      await expect(page.getByText(t('rules:reordered'))).toBeVisible();
      await expect(rows.first()).toContainText('198.51.100.0/24');
      await kept();
    });

    await test.step('one is turned off by its switch', async () => {
      const one = rows.first().getByRole('switch');
      await press(one, 'Space');
      await expect(one).not.toBeChecked();
      await kept();
    });

    await test.step('a path of its own', async () => {
      await page.goto(`/domains/${name}/page-rules`);
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: t('pageRule:add') })
          .first(),
      );
      await expect(page).toHaveURL(`/domains/${name}/page-rules/add`);
      await settled(page);
      await write(form.getByRole('textbox', { name: t('pageRule:field.path') }), '/fonts/*');
      await write(form.getByRole('textbox', { name: t('pageRule:field.title') }), 'Fonts');
      await press(form.getByRole('switch', { name: t('pageRule:setting.minify.title') }), 'Space');
      await press(button(t('rules:saveAndDeploy')));
      await expect(
        page
          .getByRole('list', { name: t('pageRule:list') })
          .getByRole('listitem')
          .filter({ hasText: 'Fonts' }),
      ).toBeVisible();
      await kept();
    });

    await test.step('why an address is refused', async () => {
      await page.goto(`/domains/${name}/trace`);
      await write(page.getByRole('textbox', { name: t('trace:form.ip') }), '203.0.113.7');
      await page.keyboard.press('Enter');
      // On a small screen it is visible too, and announced.
      await expect(
        page
          .getByRole('main')
          .getByRole('heading', { name: new RegExp(t('trace:outcome.blocked')) })
          .first(),
      ).toBeInViewport();
      await expect(page.getByRole('status').filter({ hasText: t('trace:outcome.blocked') })).toHaveCount(1);
      await kept();
    });

    await test.step('a setting that saves itself', async () => {
      await page.goto(`/domains/${name}/https`);
      const http2 = page.getByRole('switch', { name: t('https:http2.title') });
      await press(http2, 'Space');
      await expect(page.getByText(t('https:updated'))).toBeVisible();
      await expect(http2).not.toBeChecked();
      await press(button(t('common:undo')));
      await expect(http2).toBeChecked();
      await kept();
    });
  });
}
