import { demo } from '../../../src/lib/contract/fields.ts';
import { ticket } from '../../../src/lib/contract/support/ticket.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { makeOperator } from '../../support/operator.ts';

for (const locale of ['en', 'fa'] as const) {
  const t = translator(locale);

  test(`an operator replies from the queue and the customer is notified, in ${locale}`, { tag: locale === 'en' ? '@remote' : [] }, async ({
    page,
    browser,
    portal,
    ip,
    newCustomer,
    signIn,
    show,
  }) => {
    const [customer, operator] = [await newCustomer(), await newCustomer()];
    await makeOperator(portal.dataDir, operator.email);
    const { departments } = await customer.client.ok(ticket.departments, {});
    const [department] = departments;
    const made = await customer.client.ok(ticket.create, {
      title: 'Images are slow',
      departmentId: department?.id ?? '',
      service: department?.services[0]?.id ?? '',
      message: 'Since noon.',
      priority: 'medium',
      attachments: [],
    });

    const theirs = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': ip } });
    await signIn(customer, theirs);
    await show({ locale }, theirs);
    const watched = await theirs.newPage();
    await watched.goto('/dashboard');
    const bell = watched.getByRole('button', { name: new RegExp(`^${t('notification:bell')}`) });
    const quietBell = await bell.getAttribute('aria-label');

    await signIn(operator);
    await show({ locale });
    await page.goto('/operator');
    await page
      .getByRole('main')
      .getByRole('link', { name: /Images are slow/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Images are slow' })).toBeVisible();
    await page.getByRole('radio', { name: t('operatorTicket:note') }).click();
    await page.getByRole('textbox', { name: t('operatorTicket:note') }).fill('A known customer.');
    await page.getByRole('button', { name: t('operatorTicket:answer.saveNote') }).click();
    await expect(page.locator('.message', { hasText: 'A known customer.' })).toBeVisible();
    await page.getByRole('textbox', { name: t('operatorTicket:answer.title') }).fill('Solved by us.');
    await page.getByRole('button', { name: t('operatorTicket:answer.send') }).click();
    await expect(page.locator('.message', { hasText: 'Solved by us.' })).toBeVisible();

    // Without a reload: the live stream notifies the customer’s window.
    await expect(bell).not.toHaveAttribute('aria-label', quietBell ?? '');
    await watched.goto(`/tickets/${made.ticket.id}`);
    await expect(watched.getByText('Solved by us.')).toBeVisible();
    await expect(watched.getByText('A known customer.')).toHaveCount(0);
    await theirs.close();
  });
}

test('for a customer the operator’s screens don’t exist', async ({ page, signIn, newCustomer, watch }) => {
  watch.allow(/404/);
  await signIn(await newCustomer());
  for (const path of [
    '/operator',
    '/operator/announcements',
    '/operator/customers',
    `/operator/customers/${demo.customerId}`,
    '/operator/log',
    '/operator/tickets',
    `/operator/tickets/${demo.ticketId}`,
  ])
    expect((await page.goto(path))?.status(), path).toBe(404);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: translator('en')('shell:route.operator'), exact: true })).toHaveCount(0);
});
