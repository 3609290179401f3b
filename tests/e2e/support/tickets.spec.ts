import { operatorTicket } from '../../../src/lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../src/lib/contract/support/ticket.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { makeOperator } from '../../support/operator.ts';

const t = translator('fa');

test('a ticket with a file is opened, answered live, closed and reopened', { tag: ['@journey', '@elsewhere'] }, async ({
  page,
  portal,
  newCustomer,
  signIn,
  show,
}) => {
  const [customer, operator] = [await newCustomer(), await newCustomer()];
  await makeOperator(portal.dataDir, operator.email);
  await signIn(customer);
  await show({ locale: 'fa' });
  await page.goto('/tickets');
  await page
    .getByRole('link', { name: t('ticket:new') })
    .last()
    .click();
  await page.getByRole('textbox', { name: t('ticket:create.title') }).fill('Images are slow');
  const choose = async (label: string, option: string) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose(t('ticket:create.department'), 'فنی');
  await choose(t('ticket:create.service'), 'شبکهٔ توزیع محتوا و کش');
  await page.getByRole('textbox', { name: t('ticket:create.message') }).fill('Since **noon**.');
  await page.locator('input[type=file]').setInputFiles({ name: 'trace.log', mimeType: 'text/plain', buffer: Buffer.from('GET / 504\n') });
  await expect(page.getByText(t('common:upload.done'))).toBeVisible();
  await page.getByRole('button', { name: t('ticket:create.submit') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Images are slow' })).toBeVisible();
  await expect(page.locator('.message strong')).toHaveText('noon');

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: /trace\.log/ }).click();
  expect((await saved).suggestedFilename()).toBe('trace.log');

  const { tickets } = await customer.client.ok(ticket.list, { state: 'active' });
  const ticketId = tickets[0]?.id ?? '';
  await operator.client.ok(operatorTicket.reply, { ticketId, message: 'Only we know this.', isNote: true });
  await operator.client.ok(operatorTicket.reply, { ticketId, message: 'Solved by us.' });
  await expect(page.getByText('Solved by us.')).toBeVisible();
  await expect(page.getByText(t('ticket:status.answered')).first()).toBeVisible();
  await expect(page.getByText('Only we know this.')).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(`^${t('notification:bell')}`) }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Images are slow' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('ticket:conversation.close') }).click();
  await expect(page.getByText(t('ticket:conversation.closedNote'))).toBeVisible();
  await page.getByRole('button', { name: t('ticket:conversation.reopen') }).click();
  await expect(page.getByRole('textbox', { name: t('ticket:conversation.reply') })).toBeVisible();
});
