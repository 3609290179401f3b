import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseItem, demo, expectDialog, fill, openPage, t, userEvent, withProvider } from '../../../../tests/support/panel.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import InvoiceDetail from './InvoiceDetail.tsx';
import InvoiceList from './InvoiceList.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './PayDialog.tsx';

beforeEach(() => history.replaceState(null, '', '/finance/invoices/closed'));

test('a proforma invoice is created for a service; an amount outside the limits is refused at its field', async () => {
  const { user, request } = await openPage(<InvoiceList state="proforma" />);
  await user.click(await screen.findByRole('button', { name: t('invoice:form.add') }));
  const form = within(await screen.findByRole('form', { name: t('invoice:form.add') }));
  const amount = form.getByRole('spinbutton');
  await fill(amount, '1');
  await user.click(form.getByRole('button', { name: t('invoice:form.submit') }));
  expect(await form.findByText(/Enter an amount from/)).toBeTruthy();
  await user.click(await form.findByRole('radio', { name: new RegExp(t('invoice:service.expertConsulting')) }));
  const hours = form.getByRole('spinbutton');
  await fill(hours, '3');
  await user.click(form.getByRole('button', { name: t('invoice:form.submit') }));
  await waitFor(async () => {
    const { invoices } = await request(invoice.list, { state: 'proforma' });
    expect(invoices.map(({ total }) => total).sort()).toEqual([160_000, 480_000]);
  });
});

test('paying shows the remaining balance first, then the invoice is paid', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<InvoiceDetail invoiceId={demo.proformaId} />);
  await user.click(await screen.findByRole('button', { name: t('invoice:detail.pay', { amount: '$160.00' }) }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/\$88\.00 is left/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('invoice:detail.payAction', { amount: '$160.00' }) }));
  expect(await screen.findByRole('heading', { name: /2026-000006/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('an invoice can be paid through a gateway, and shows that the gateway hasn’t confirmed yet', async () => {
  const { running, user } = await openPage(<InvoiceDetail invoiceId={demo.proformaId} />);
  await user.click(await screen.findByRole('button', { name: t('invoice:detail.pay', { amount: '$160.00' }) }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: new RegExp(t('payment:gateway.sandbox')) }));
  expect(dialog.getByText(t('invoice:detail.gatewayText', { amount: '$160.00' }))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('invoice:detail.payAction', { amount: '$160.00' }) }));
  expect(await screen.findByText(t('invoice:detail.openPayment'))).toBeTruthy();
  expect(screen.getByText(t('invoice:payment.unknown'))).toBeTruthy();
  const [open] = await running.store.reader.selectFrom('payment').select(['id', 'amount']).where('invoiceId', 'is not', null).execute();
  expect(open?.amount).toBe(160_000);
  expect(screen.getByRole('link', { name: t('invoice:detail.checkPayment') }).getAttribute('href')).toBe(
    `/finance/top-up/return?payment=${open?.id}`,
  );
});

test('a proforma invoice is cancelled after confirmation, and an unknown one is reported', async () => {
  await openPage(<InvoiceDetail invoiceId={demo.proformaId} />);
  await chooseItem(t('invoice:menu.label', { number: 'P2026-000001' }), t('invoice:menu.cancel'));
  await expectDialog().run();
  cleanup();
  render(<InvoiceDetail invoiceId="none" />);
  expect(await screen.findByText(t('invoice:detail.unknownTitle'))).toBeTruthy();
});
