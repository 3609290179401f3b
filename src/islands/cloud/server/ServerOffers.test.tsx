// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import ServerList from './ServerList.tsx';

const t = translator('en');
afterEach(cleanup);

const label = t('serverTransfer:offers.label');

test('an account without servers sees the server that is offered to it, with a link to the offer', async () => {
  const p = await withProvider({ signedIn: demo.second });
  const owner = await p.signIn();
  const input = { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' };
  const { transfer } = await p.ok(serverTransfer.offer, input, { token: owner });
  render(<ServerList />);
  expect(await screen.findByText(t('server:empty.title'))).toBeTruthy();
  const offers = within(await screen.findByRole('list', { name: label }));
  expect(offers.getByText(t('serverTransfer:notice.offeredTitle', { email: demo.email, name: 'staging-01' }))).toBeTruthy();
  const link = offers.getByRole('link', { name: t('serverTransfer:offers.viewOf', { name: 'staging-01' }) });
  expect(link.getAttribute('href')).toBe(`/servers/transfers/${transfer.transferToken}`);
});

test('the account that offers a server has no notice above its list', async () => {
  const p = await withProvider();
  const owner = await p.signIn();
  const input = { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' };
  await p.ok(serverTransfer.offer, input, { token: owner });
  render(<ServerList />);
  expect(await screen.findByText('staging-01')).toBeTruthy();
  expect(screen.queryByRole('list', { name: label })).toBeNull();
});
