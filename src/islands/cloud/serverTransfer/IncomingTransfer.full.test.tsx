import { expect, test } from 'vitest';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { demo, fill, inPanel, openPage, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import IncomingTransfer from './IncomingTransfer.tsx';

/** The second customer sees the offer of the demo customer. */
async function renderPage(credit: number) {
  const { running: p, user } = await inPanel({ signedIn: demo.second });
  const owner = await p.signIn();
  if (credit > 0) await move(p, await readAccountId(p, demo.second), credit);
  const input = { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' };
  const { transfer } = await p.ok(serverTransfer.offer, input, { token: owner });
  render(<IncomingTransfer transferToken={transfer.transferToken} />);
  await screen.findByText(t('serverTransfer:page.heading', { name: 'staging-01' }));
  return { ...p, user, owner };
}

test('a server is taken over, with the price and the security note before', async () => {
  const { user, ok, signIn } = await renderPage(1_000_000);
  expect(screen.getByText(t('serverTransfer:page.security'))).toBeTruthy();
  expect(screen.getByText(t('serverTransfer:page.monthly', { sum: '$6.57' }))).toBeTruthy();
  const name = screen.getByLabelText(t('serverTransfer:field.name'));
  await fill(name, 'mine-01');
  await user.click(screen.getByRole('button', { name: t('serverTransfer:page.accept') }));
  const token = await signIn(demo.second);
  await waitFor(async () =>
    expect((await ok(server.list, {}, { token })).servers.map((one) => [one.id, one.name])).toEqual([[demo.offServerId, 'mine-01']]),
  );
});

test('without balance it can only be declined', async () => {
  const { user, ok, owner } = await renderPage(0);
  expect(screen.getByRole('link', { name: t('serverTransfer:page.topUp') }).getAttribute('href')).toBe('/finance/top-up');
  await user.click(screen.getByRole('button', { name: t('serverTransfer:page.decline') }));
  await waitFor(async () => expect((await ok(serverTransfer.get, { serverId: demo.offServerId }, { token: owner })).transfer).toBeNull());
});

test('a transfer that isn’t the account’s is said to be unavailable', async () => {
  await openPage(<IncomingTransfer transferToken="no-transfer" />);
  expect(await screen.findByText(t('serverTransfer:page.missing'))).toBeTruthy();
});
