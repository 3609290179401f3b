import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { makeOperator } from '../../support/operator.ts';

const t = translator('en');

test('an incident is posted, shown in every panel and on the status page, and removed when resolved', {
  tag: ['@journey', '@remote'],
}, async ({ page, browser, request, portal, ip, newCustomer, signIn, show }) => {
  const [customer, operator] = [await newCustomer(), await newCustomer()];
  await makeOperator(portal.dataDir, operator.email);
  await signIn(operator);
  await show({ locale: 'en' });
  await page.goto('/operator/announcements');
  await page
    .getByRole('button', { name: t('operatorAnnouncement:add') })
    .first()
    .click();
  const form = page.getByRole('form', { name: t('operatorAnnouncement:add') });
  await form.getByRole('checkbox', { name: t('status:component.mail') }).check();
  await form
    .getByRole('textbox', { name: t('operatorAnnouncement:field.title') })
    .first()
    .fill('Emails are late');
  await form
    .getByRole('textbox', { name: t('operatorAnnouncement:field.text') })
    .first()
    .fill('A queue is <b>full</b>.');
  await form.getByRole('button', { name: t('operatorAnnouncement:post') }).click();
  await expect(page.getByRole('button', { name: 'Emails are late', exact: true })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': ip } });
  await signIn(customer, theirs);
  await show({ locale: 'fa' }, theirs);
  const watched = await theirs.newPage();
  await watched.goto('/dashboard');
  // There is no Persian text, so the English one is shown, as English.
  await expect(watched.getByRole('main').getByText('Emails are late')).toHaveAttribute('lang', 'en');
  await watched.goto('/status');
  await expect(watched.getByRole('heading', { name: 'Emails are late' })).toBeVisible();
  const feed = await (await request.get('/status.xml')).text();
  expect(feed).toContain('<title>Emails are late</title>');
  expect(feed).toContain('A queue is &lt;b&gt;full&lt;/b&gt;.');

  await page.getByRole('button', { name: 'Emails are late', exact: true }).click();
  const update = page.getByRole('form', { name: t('operatorAnnouncement:update') });
  await update.getByRole('radio', { name: t('status:stage.resolved') }).click();
  await update
    .getByRole('textbox', { name: t('operatorAnnouncement:field.note') })
    .first()
    .fill('They arrive again.');
  await update.getByRole('button', { name: t('operatorAnnouncement:post') }).click();
  await expect(update).toHaveCount(0);
  await watched.goto('/dashboard');
  await expect(watched.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(watched.getByRole('main').getByText('Emails are late')).toHaveCount(0);
  await theirs.close();
});
