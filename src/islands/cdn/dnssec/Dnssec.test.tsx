// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import Dnssec from './Dnssec.tsx';

afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('turning DNSSEC on shows the DS records to copy; turning it off says what is unknown first', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<Dnssec domainName="parvaz.example" />);
  await user.click(await screen.findByRole('button', { name: 'Turn on DNSSEC' }));
  expect(await screen.findByText('Add the DS record at your registrar')).toBeTruthy();
  expect(screen.getByText('DS record (SHA-256)')).toBeTruthy();
  expect(screen.getByText('DS record (SHA-384)')).toBeTruthy();
  expect(screen.getByText(/^parvaz\.example\. 3600 IN DS \d+ 13 2 [0-9A-F]{64}$/)).toBeTruthy();
  expect(screen.getAllByText('Waiting for the registrar').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  expect(dialog.description).toMatch(/^The parent zone couldn’t be asked/);
  await dialog.run();
  await waitFor(() => expect(screen.queryByText('DS record (SHA-256)')).toBeNull());
});

test('a plan without DNSSEC shows the plan that has it', async () => {
  const { store } = await withProvider();
  await store.write('t', (tx) => tx.updateTable('domain').set({ plan: 'free' }).where('name', '=', 'parvaz.example').execute());
  render(<Dnssec domainName="parvaz.example" />);
  await waitFor(() => expect(screen.queryByText(/forged DNS answers/) ?? screen.queryByText('Sign the zone')).toBeTruthy());
});
