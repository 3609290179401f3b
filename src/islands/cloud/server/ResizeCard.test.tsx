import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { server as calls } from '../../../lib/contract/cloud/server.ts';
import { Dialogs } from '../../shell/Dialogs.tsx';
import { ResizeCard } from './ResizeCard.tsx';

async function renderPage(power: 'on' | 'off') {
  const { running, request, user } = await inPanel();
  await updateStored(running, 'server', { id: demo.serverId }, { power });
  const get = async () => (await request(calls.get, { serverId: demo.serverId })).server;
  render(
    <>
      <ResizeCard server={await get()} />
      <Dialogs />
    </>,
  );
  const sizes = await screen.findByRole('radiogroup', { name: t('server:settings.sizeLabel') });
  const option = (name: string) => within(sizes).getByRole('radio', { name: new RegExp(`^${name}`) });
  const choose = async () => {
    await user.click(option('Economic'));
    return within(await screen.findByRole('region', { name: t('server:settings.price') }));
  };
  const resize = () => user.click(screen.getByRole('button', { name: t('server:task.resize') }));
  return { user, get, option, choose, resize };
}

test('sizes have the names and prices of the order; the old and the new price and what is charged now are shown before a resize', async () => {
  const { get, option, choose, resize } = await renderPage('off');
  expect(option('Economic').textContent).toContain(t('server:settings.monthly', { sum: '$6.57' }));
  // Its disk of 100 GB stays: 75 GB more than the plan's.
  expect(option('Economic').textContent).toContain(t('server:settings.withDisk', { size: '100', sum: '$3.285' }));
  expect(option('Professional').getAttribute('aria-disabled')).toBe('true');
  expect(option(t('server:settings.customSize', { name: 'Enterprise' }))).toBeTruthy();
  const price = await choose();
  const row = (label: 'size' | 'perHour' | 'perMonth' | 'today') =>
    price
      .getByText(t(`server:settings.${label}`))
      .closest('div')
      ?.querySelector('dd')?.textContent;
  expect(row('size')).toMatch(/^Professional.*Economic$/);
  expect(row('perHour')).toMatch(/^\$0\.04.*\$0\.0135$/);
  expect(row('perMonth')).toMatch(/^\$29\.20.*\$9\.855$/);
  expect(row('today')).toBe(t('server:settings.dueHourly', { sum: '$0.0135' }));
  await resize();
  // A server that is off isn't interrupted: nothing is asked.
  await waitFor(async () => expect(await get()).toMatchObject({ state: 'resizing', cpu: 1, plan: 'eco-2023' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a running server is resized only after a question, which says that it restarts', async () => {
  const { user, get, choose, resize } = await renderPage('on');
  await choose();
  await resize();
  const dialog = within(await screen.findByRole('dialog', { name: t('server:ask.resize', { name: 'web-fra-01' }) }));
  expect(dialog.getByText(t('server:ask.resizeText'))).toBeTruthy();
  expect((await get()).state).toBe('ready');
  await user.click(dialog.getByRole('button', { name: t('server:task.resize') }));
  await waitFor(async () => expect((await get()).state).toBe('resizing'));
});
