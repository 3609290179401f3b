// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import { ClosingCard } from './ClosingCard.tsx';

const t = translator('en');
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('an account is closed with its address, and kept again', async () => {
  const running = await withProvider({ signedIn: demo.second });
  const user = userEvent.setup();
  render(<ClosingCard />);
  await screen.findByText(t('closing:kept'));
  await user.click(screen.getByRole('button', { name: t('closing:close') }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'delete') throw new Error('no question');
  expect(dialog.phrase).toBe(demo.second);
  expect(dialog.losses).toContain(t('closing:person'));
  await dialog.run();
  const keep = await screen.findByRole('button', { name: t('closing:keep') });
  const closesAt = async () =>
    (await running.provider.services.store.reader.selectFrom('user').select('closesAt').where('email', '=', demo.second).executeTakeFirst())
      ?.closesAt;
  expect(await closesAt()).not.toBeNull();
  await user.click(keep);
  expect(await screen.findByRole('button', { name: t('closing:close') })).toBeTruthy();
  expect(await closesAt()).toBeNull();
});

test('an unpaid invoice prevents it, and its list is one click away', async () => {
  await withProvider({ signedIn: demo.email });
  render(<ClosingCard />);
  const link = await screen.findByRole('link', { name: t('closing:link.invoice') });
  expect(link.getAttribute('href')).toBe('/finance/invoices/proforma');
  const button = screen.getByRole('button', { name: t('closing:close') });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
