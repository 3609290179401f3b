// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import InvoiceDetail from './InvoiceDetail.tsx';

const t = translator('en');
beforeEach(() => history.replaceState(null, '', '/finance/invoices/closed'));
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('a proforma invoice is cancelled after confirmation, and an unknown one is reported', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<InvoiceDetail invoiceId={demo.proformaId} />);
  await user.click(await screen.findByRole('button', { name: t('invoice:menu.label', { number: 'P2026-000001' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('invoice:menu.cancel') }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  await dialog.run();
  cleanup();
  render(<InvoiceDetail invoiceId="none" />);
  expect(await screen.findByText(t('invoice:detail.unknownTitle'))).toBeTruthy();
});
