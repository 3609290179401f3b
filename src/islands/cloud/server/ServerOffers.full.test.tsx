// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import ServerList from './ServerList.tsx';

const t = translator('en');
afterEach(cleanup);

const label = t('serverTransfer:offers.label');

test('the account that offers a server has no notice above its list', async () => {
  const p = await withProvider();
  const owner = await p.signIn();
  const input = { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' };
  await p.ok(serverTransfer.offer, input, { token: owner });
  render(<ServerList />);
  expect(await screen.findByText('staging-01')).toBeTruthy();
  expect(screen.queryByRole('list', { name: label })).toBeNull();
});
