import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

const looks = (['en', 'fa'] as const).flatMap((locale) => [1440, 390].map((width) => ({ locale, width })));

for (const { locale, width } of looks) {
  test(`a colleague is invited by area, sees what they get, and has no page that fails: ${locale}, ${width} px`, async ({
    browser,
    page,
    portal,
    newCustomer,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const [owner, member] = [await newCustomer(), await newCustomer()];
    const own = await addDomain(owner, `invite-${locale}-${width}.example`);
    const theirs = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } });
    await signIn(owner, theirs);
    await show({ locale }, theirs);
    const inviting = await theirs.newPage();
    await inviting.goto('/account/team');
    await inviting.getByRole('button', { name: t('team:invite') }).click();
    const form = inviting.getByRole('form', { name: t('team:inviteTitle') });
    // It begins with the least: a selected domain to read.
    await expect(form.getByRole('radio', { name: t('team:role.domains') })).toBeChecked();
    await expect(form.getByRole('radio', { name: t('team:form.read'), exact: true })).toBeChecked();
    await form.getByLabel(t('team:form.email')).fill(member.email);
    await form.getByRole('radio', { name: t('team:role.custom') }).click();
    await form
      .getByRole('radiogroup', { name: t('team:area.domains'), exact: true })
      .getByRole('radio', { name: t('team:form.write') })
      .check();
    await form.getByRole('checkbox', { name: own.name }).check();
    expect(await inviting.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await form.getByRole('button', { name: t('team:send') }).click();
    await expect(inviting.getByText(own.name)).toBeVisible();
    await theirs.close();

    await page.setViewportSize({ width, height: 900 });
    await signIn(member);
    await show({ locale });
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (response.status() !== 409) return;
      const { code } = (await response.json()) as { code?: string };
      if (code === 'error:role' || code === 'team:error.ownOnly') refused.push(new URL(response.url()).pathname);
    });
    await page.goto('/account/team');
    await page.getByRole('link', { name: t('team:received.view') }).click();
    await expect(page.getByText(own.name)).toBeVisible();
    await page.getByRole('button', { name: t('team:invitation.accept') }).click();
    await expect(page.getByRole('complementary', { name: t('shell:acting', { name: owner.email }) })).toBeVisible();
    await settled(page);
    await expect(page.getByRole('link', { name: t('shell:domain.add') })).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('common:retry') })).toHaveCount(0);

    if (width < 768) await page.getByRole('button', { name: t('shell:nav.more') }).click();
    const menu = page.getByRole('navigation', { name: t('shell:nav.main') }).last();
    await expect(menu.getByRole('link', { name: t('shell:route.domains') })).toBeVisible();
    await expect(menu.getByRole('link', { name: t('shell:route.tickets') })).toBeVisible();
    await expect(menu.getByRole('link', { name: t('shell:route.wallet') })).toHaveCount(0);
    await menu.getByRole('link', { name: t('shell:route.domains') }).click();
    await page.getByRole('link', { name: own.name }).first().click();
    await settled(page);
    await expect(page.getByRole('button', { name: t('common:retry') })).toHaveCount(0);

    for (const [path, title] of [
      ['/finance/wallet', t('shell:route.wallet')],
      ['/servers', t('shell:route.servers')],
      ['/account/audit-log', t('shell:route.auditLog')],
    ] as const) {
      await page.goto(path);
      await settled(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main').getByText(t('shell:lock.none'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('common:retry') })).toHaveCount(0);
    }
    expect(refused).toEqual([]);
  });
}
