import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { walkLooks } from '../../support/widths.ts';

for (const { locale, width, height, name } of walkLooks)
  test(`an API key adds a domain on the free plan, and its use shows (${name})`, async ({ page, request, newCustomer, signIn, show }) => {
    const t = translator(locale);
    const zone = `by-key-${locale}-${width}.example`;
    await page.setViewportSize({ width, height });
    await show({ locale });
    await signIn(await newCustomer());
    await page.goto('/account/api-keys');
    await page.getByRole('button', { name: t('apiKey:add') }).click();
    const form = page.getByRole('form', { name: t('apiKey:addTitle') });
    await form.getByLabel(t('apiKey:form.name')).fill('Setup');
    await form
      .getByRole('radiogroup', { name: t('apiKey:area.domains') })
      .getByRole('radio', { name: t('apiKey:level.write') })
      .check();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: t('apiKey:add') }).click();
    const token = (await page.getByText(/^nsm_[\w-]{43}$/).textContent()) ?? '';
    await page.getByRole('button', { name: t('apiKey:token.done') }).click();
    // Phones show names and rights only.
    const isWide = width > 600;
    if (isWide) await expect(page.getByText(t('apiKey:unused'))).toBeVisible();

    const send = (plan: 'free' | 'pro', key: string) =>
      request.post(`/api${domain.add.path}`, {
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        data: { name: zone, plan, acceptTerms: true, termsVersion: '2026-11' },
      });
    expect(await (await send('pro', `${zone}-pro`)).json()).toMatchObject({ code: 'domain:error.keyPlan' });
    expect(await (await send('free', `${zone}-free`)).json()).toMatchObject({ domain: { name: zone, plan: 'free' } });
    await page.reload();
    await expect(page.getByText('Setup', { exact: true })).toBeVisible();
    if (isWide) await expect(page.getByText(t('apiKey:unused'))).toBeHidden();
    await page.goto('/domains');
    await expect(page.getByText(zone).first()).toBeVisible();
  });
