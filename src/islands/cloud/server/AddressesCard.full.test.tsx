// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import { AddressesCard } from './AddressesCard.tsx';

const t = translator('en');
const { serverId } = demo;
afterEach(() => {
  closeAllDialogs();
  cleanup();
});

async function shown() {
  const running = await withProvider();
  const token = await running.signIn();
  const { server: one } = await running.ok(server.get, { serverId }, { token });
  const card = () => <AddressesCard server={one} />;
  const { rerender } = render(card());
  return { ...running, token, rerender: () => rerender(card()), user: userEvent.setup() };
}

test('an address is added after its price was shown', async () => {
  const { user, ok, token } = await shown();
  await screen.findByText(demo.serverAddress);
  expect(screen.getAllByText(t('server:address.primary'))).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('server:address.remove', { address: demo.serverAddress }) })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('server:address.add') }));
  const form = within(await screen.findByRole('form', { name: t('server:address.addTitle') }));
  expect(form.getByText('$0.004 an hour, $2.92 a month')).toBeTruthy();
  await user.click(form.getByRole('radio', { name: /IPv6/ }));
  await user.click(form.getByRole('button', { name: t('server:address.add') }));
  expect(await screen.findByText(t('server:address.assigning'))).toBeTruthy();
  expect((await ok(server.ips, { serverId }, { token })).additional).toBe(1);
});

test('an additional address is removed after a question', async () => {
  const { user, ok, token, store, clock } = await shown();
  const address = '192.0.2.7';
  await store.write('test', async (tx) => {
    const { accountId } = await tx.selectFrom('server').select('accountId').where('id', '=', serverId).executeTakeFirstOrThrow();
    const row = {
      id: 'extra',
      accountId,
      serverId,
      kind: 'ipv4' as const,
      address,
      meteredUntil: clock.now,
      carry: 0,
      createdAt: clock.now,
    };
    await tx.insertInto('serverIp').values(row).execute();
  });
  await user.click(await screen.findByRole('button', { name: t('server:address.remove', { address }) }));
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no question');
  expect(dialog.title).toBe(t('server:address.removeQuestion', { address }));
  await dialog.run();
  expect((await ok(server.ips, { serverId }, { token })).ips.map((ip) => ip.address)).not.toContain(address);
});
