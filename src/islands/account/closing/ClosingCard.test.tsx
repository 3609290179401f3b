import { expect, test } from 'vitest';
import { demo, expectDialog, openPage, screen, t } from '../../../../tests/support/panel.ts';
import { ClosingCard } from './ClosingCard.tsx';

test('an account is closed with its address, and kept again', async () => {
  const { running, user } = await openPage(<ClosingCard />, { signedIn: demo.second });
  await screen.findByText(t('closing:kept'));
  await user.click(screen.getByRole('button', { name: t('closing:close') }));
  const dialog = expectDialog('delete');
  expect(dialog.phrase).toBe(demo.second);
  expect(dialog.losses).toContain(t('closing:person'));
  await dialog.run();
  const cancel = await screen.findByRole('button', { name: t('closing:keep') });
  const closesAt = async () =>
    (await running.provider.services.store.reader.selectFrom('user').select('closesAt').where('email', '=', demo.second).executeTakeFirst())
      ?.closesAt;
  expect(await closesAt()).not.toBeNull();
  await user.click(cancel);
  expect(await screen.findByRole('button', { name: t('closing:close') })).toBeTruthy();
  expect(await closesAt()).toBeNull();
});

test('an unpaid invoice prevents it, and its list is one click away', async () => {
  await openPage(<ClosingCard />, { signedIn: demo.email });
  const link = await screen.findByRole('link', { name: t('closing:link.invoice') });
  expect(link.getAttribute('href')).toBe('/finance/invoices/proforma');
  const button = screen.getByRole('button', { name: t('closing:close') });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
