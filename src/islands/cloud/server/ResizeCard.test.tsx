import { expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { server as calls } from '../../../lib/contract/cloud/server.ts';
import { ResizeCard } from './ResizeCard.tsx';

test('sizes have the names and prices of the order; the old and the new price and what is charged now are shown before a resize', async () => {
  const { ask, user } = await inPanel();
  const get = async () => (await ask(calls.get, { serverId: demo.serverId })).server;
  render(<ResizeCard server={await get()} />);
  const sizes = await screen.findByRole('radiogroup', { name: t('server:settings.sizeLabel') });
  const option = (name: string) => within(sizes).getByRole('radio', { name: new RegExp(`^${name}`) });
  expect(option('Economic').textContent).toContain(t('server:settings.monthly', { sum: '$6.57' }));
  // Its disk of 100 GB stays: 75 GB more than the plan's.
  expect(option('Economic').textContent).toContain(t('server:settings.withDisk', { size: '100', sum: '$3.285' }));
  expect(option('Professional').getAttribute('aria-disabled')).toBe('true');
  expect(option(t('server:settings.customSize', { name: 'Enterprise' }))).toBeTruthy();
  await user.click(option('Economic'));
  const price = within(await screen.findByRole('region', { name: t('server:settings.price') }));
  const row = (label: 'size' | 'perHour' | 'perMonth' | 'today') =>
    price
      .getByText(t(`server:settings.${label}`))
      .closest('div')
      ?.querySelector('dd')?.textContent;
  expect(row('size')).toMatch(/^Professional.*Economic$/);
  expect(row('perHour')).toMatch(/^\$0\.04.*\$0\.0135$/);
  expect(row('perMonth')).toMatch(/^\$29\.20.*\$9\.855$/);
  expect(row('today')).toBe(t('server:settings.dueHourly', { sum: '$0.0135' }));
  await user.click(screen.getByRole('button', { name: t('server:task.resize') }));
  await waitFor(async () => expect(await get()).toMatchObject({ state: 'resizing', cpu: 1, plan: 'eco-2023' }));
});
