import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import { activate } from '../../support/store.ts';
import { muteLiveUpdates } from '../../support/weight.ts';

test('pause, resume and remove a domain', { tag: '@remote' }, async ({ page, context, portal, newCustomer, signIn }) => {
  const t = translator('en');
  const name = 'pause.example';
  const customer = await newCustomer();
  await addDomain(customer, name);
  await activate(portal.dataDir, name);
  const button = (label: string, of = page) => of.getByRole('button', { name: label, exact: true });
  await signIn(customer);

  await test.step('from the dashboard to the overview', async () => {
    await page.goto('/dashboard');
    await page.getByRole('table').getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/domains/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByRole('main').getByText(t('common:domainStatus.active'), { exact: true })).toBeVisible();
  });

  const second = await context.newPage();
  await second.goto(`/domains/${name}/settings`);
  await expect(button(t('domain:toggle.pause'), second)).toBeVisible();

  await test.step('pause', async () => {
    await button(t('domain:toggle.pause')).click();
    await expect(page.getByRole('dialog')).toContainText(t('domain:toggle.text'));
    await button(t('domain:toggle.action')).click();
    await expect(page.getByRole('main').getByText(t('common:domainStatus.inactive'))).toBeVisible();
    await expect(page.getByText(t('log:change.domain.paused'))).toBeVisible();
    // The selector in the sidebar updates.
    await expect(
      page
        .getByRole('navigation')
        .getByText(new RegExp(t('common:domainStatus.inactive')))
        .first(),
    ).toBeVisible();
  });

  await test.step('a second tab sees it after a reload, and resumes', async () => {
    await second.reload();
    await button(t('domain:toggle.resume'), second).click();
    await expect(button(t('domain:toggle.pause'), second)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText(t('common:domainStatus.active'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('log:change.domain.resumed'))).toBeVisible();
  });

  await test.step('the changes stand in the log of the dashboard too', async () => {
    await page.goto('/dashboard');
    const list = page.getByRole('list', { name: t('shell:dashboard.changes.title') });
    await expect(list.getByText(t('log:change.domain.paused')).first()).toBeVisible();
  });

  await test.step('add a record from the overview', async () => {
    await page.goto(`/domains/${name}`);
    await page.getByRole('link', { name: t('overview:addRecord') }).click();
    await expect(
      page
        .getByRole('form', { name: t('dns:add') })
        .or(page.getByLabel(t('dns:field.name'), { exact: true }))
        .first(),
    ).toBeVisible();
  });

  await test.step('remove it by its name, and its pages are gone', async () => {
    await page.goto(`/domains/${name}/settings`);
    await button(t('overview:settings.remove.action')).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: t('domain:remove.action') });
    await expect(remove).toBeDisabled();
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await remove.click();
    await expect(page).toHaveURL('/domains');
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
    for (const path of [`/domains/${name}`, `/domains/${name}/settings`]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole('link', { name: t('domain:unknown.action') })).toBeVisible();
    }
  });
});

test('the overview is in the first response, without a call', async ({ page, signIn, newCustomer }) => {
  const customer = await newCustomer();
  await addDomain(customer, 'first-answer.example');
  await signIn(customer);
  await muteLiveUpdates(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(domain|log|provider)\//.test(pathname)) calls.push(pathname);
  });
  await page.goto('/domains/first-answer.example');
  await settled(page);
  await expect(page.getByText('0 of 10,000', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
  // While the name servers aren't set, pausing is disabled with a reason.
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-disabled', 'true');
});
