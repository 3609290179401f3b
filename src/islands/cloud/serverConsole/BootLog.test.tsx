import { expect, test } from 'vitest';
import { demo, openPage, reopen, screen, t } from '../../../../tests/support/panel.ts';
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
