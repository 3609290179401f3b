import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { given } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { Dialogs } from '../../shell/Dialogs.tsx';
import ServerSettings from './ServerSettings.tsx';

const serverId = demo.serverId;

async function shown(power: 'on' | 'off') {
  const { running, user } = await inPanel();
  await given(running, 'server', { id: serverId }, { power });
  render(
    <>
      <ServerSettings serverId={serverId} confirmed={(work) => work()} />
      <Dialogs />
    </>,
  );
  const size = within(await screen.findByRole('radiogroup', { name: t('server:settings.sizeLabel') }));
  await user.click(
    size.getAllByRole('radio').find((one) => one.getAttribute('aria-disabled') !== 'true') ?? size.getAllByRole('radio')[0]!,
  ); // one isn't the current size
  await user.click(screen.getByRole('button', { name: t('server:task.resize') }));
  const token = await running.signIn();
  return { user, state: async () => (await running.ok(server.get, { serverId }, { token })).server.state };
}

test('a running server is resized only after a question, which says that it restarts', async () => {
  const { user, state } = await shown('on');
  const dialog = within(await screen.findByRole('dialog', { name: t('server:ask.resize', { name: 'web-fra-01' }) }));
  expect(dialog.getByText(t('server:ask.resizeText'))).toBeTruthy();
  expect(await state()).toBe('ready');
  await user.click(dialog.getByRole('button', { name: t('server:task.resize') }));
  await waitFor(async () => expect(await state()).toBe('resizing'));
});

test('a server that is off is resized at once', async () => {
  const { state } = await shown('off');
  await waitFor(async () => expect(await state()).toBe('resizing'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
