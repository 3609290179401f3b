// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { dnssec as calls } from '../../../lib/contract/cdn/dnssec.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import Dnssec from './Dnssec.tsx';

const NAME = 'parvaz.example';

afterEach(() => {
  closeAllDialogs();
  cleanup();
});

test('turning DNSSEC on shows the DS records to copy; turning it off says what is unknown first', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<Dnssec domainName={NAME} />);
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
  await store.write('t', (tx) => tx.updateTable('domain').set({ plan: 'free' }).where('name', '=', NAME).execute());
  render(<Dnssec domainName={NAME} />);
  expect(await screen.findByText(`Protects visitors of ${NAME} from forged DNS answers.`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View plans' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on DNSSEC' })).toBeNull();
});

/** A signed zone whose parent has the DS records that `choose` picks, as the provider knows from its last check. */
async function withParent(choose: (own: string) => string[]) {
  const { ok, store, signIn } = await withProvider();
  const { dnssec } = await ok(calls.enable, { domainId: demo.domainId }, { token: await signIn() });
  const [tag, algorithm, type, digest = ''] = dnssec.ds[0]?.record.split(' ').slice(-4) ?? [];
  const parent = JSON.stringify(choose(`${tag} ${algorithm} ${type} ${digest.toLowerCase()}`));
  await store.write('t', (tx) => tx.updateTable('dnssec').set({ parent, checkedAt: 1 }).where('domainId', '=', demo.domainId).execute());
  render(<Dnssec domainName={NAME} />);
}

test('with its DS record at the parent it is active, and turning it off warns', async () => {
  await withParent((own) => [own]);
  expect(await screen.findByText('DNSSEC is active')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText('The DS record of your key.')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Turn off' }));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', action: 'Turn off anyway' });
});

test('the DS record of another key at the parent is an error to act on', async () => {
  const foreign = `1 13 2 ${'ab'.repeat(32)}`;
  await withParent(() => [foreign]);
  expect(await screen.findByText('The registrar has the DS record of another key')).toBeTruthy();
  expect(screen.getByText('A DS record of another key.')).toBeTruthy();
  expect(screen.getByText(foreign)).toBeTruthy();
  expect(screen.queryByText('DNSSEC is active')).toBeNull();
});
