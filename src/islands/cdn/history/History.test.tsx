// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { send } from '../../../lib/api/client.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { demo } from '../../../lib/contract/fields.ts';
import History from './History.tsx';

afterEach(cleanup);

test('a change is previewed and undone, and the undo is a state of its own', async () => {
  const { store, clock, provider } = await withProvider();
  const capture = async () => {
    clock.now += 60_000;
    await store.write('t', (tx) => provider.services.jobs.enqueue(tx, 'history.capture'));
    await provider.services.jobs.runDue();
  };
  const { domainId } = demo;
  await capture();
  await send(dns.create, { domainId, name: 'shop', type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false });
  await capture();
  const user = userEvent.setup();
  render(<History domainName="parvaz.example" />);
  const current = (await screen.findByText('Current state')).closest('li')!;
  expect(within(current).getByText('DNS record added')).toBeTruthy();
  expect(within(current).queryByRole('button', { name: 'Restore' })).toBeNull();
  await user.click(within(current).getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change?' });
  expect(await within(dialog).findByText('1 item changes')).toBeTruthy();
  expect(within(dialog).getByText('A shop')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Undo change' }));
  expect(await screen.findByText('Change undone')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const rows = await store.reader.selectFrom('dnsRecord').select('name').where('domainId', '=', domainId).execute();
  expect(rows.map(({ name }) => name)).not.toContain('shop');
});
