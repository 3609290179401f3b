import { expect, test } from 'vitest';
import { demo, inPanel, openPage, render, reopen, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { grantedAccess } from '../../../lib/rules/core/roles.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import ServerConsole from './ServerConsole.tsx';

test('the boot log is shown on request and refreshed; without a host that records it, there is none', async () => {
  const page = <ServerConsole serverId={demo.offServerId} />;
  const { provider, user } = await openPage(page);
  await screen.findByRole('heading', { name: t('server:console.title') });
  expect(screen.queryByText(t('server:console.log.title'))).toBeNull();

  let output = 'first boot\r\n';
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, bootLog: async () => output };
  reopen(page);
  await user.click(await screen.findByRole('button', { name: t('server:console.log.show') }));
  expect(await screen.findByText('first boot')).toBeTruthy();
  output = '';
  await user.click(screen.getByRole('button', { name: t('server:console.log.refresh') }));
  expect(await screen.findByText(t('server:console.log.empty'))).toBeTruthy();
});

test('who may not open a console doesn’t see the boot log, which shows what was typed there', async () => {
  const page = <ServerConsole serverId={demo.serverId} />;
  const { provider, request } = await inPanel();
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, bootLog: async () => 'a secret' };
  const { profile } = await request(auth.profile, {});
  const actAs = (level: 'read' | 'write') => {
    const grant = { role: level === 'read' ? ('readOnly' as const) : ('admin' as const), level };
    $auth.set({
      state: 'in',
      profile,
      acting: { id: profile.id, name: 'Somebody', ...grant, access: grantedAccess(grant), suspension: null, until: null },
    });
  };
  actAs('write');
  render(page);
  expect(await screen.findByText(t('server:console.log.title'))).toBeTruthy();
  actAs('read');
  await waitFor(() => expect(screen.queryByText(t('server:console.log.title'))).toBeNull());
  expect(screen.getByRole('heading', { name: t('server:console.title') })).toBeTruthy();
});
