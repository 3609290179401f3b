import { expect, test } from 'vitest';
import { $snackbars, expectDialog, openPage, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import NotificationSettings from './NotificationSettings.tsx';

async function renderPage() {
  const { user, request } = await openPage(<NotificationSettings />);
  await screen.findByRole('table', { name: t('notificationSetting:events') });
  const setting = async () => (await request(notificationSetting.get, {})).setting;
  return { user, setting, request };
}
const box = (event: 'invoice' | 'login', channel: 'email' | 'sms') =>
  screen.getByRole<HTMLInputElement>('checkbox', {
    name: `${t(`notificationSetting:name.${event}`)}: ${t(`notificationSetting:channel.${channel}`)}`,
  });

test('a checkbox applies immediately and can be undone; mandatory channels and those without a number are disabled', async () => {
  const { user, setting } = await renderPage();
  expect([box('login', 'email').disabled, box('invoice', 'sms').disabled]).toEqual([true, true]);
  await user.click(box('invoice', 'email'));
  await waitFor(async () => expect((await setting()).events.invoice.email).toBe(false));
  await waitFor(() => expect($snackbars.get()).toHaveLength(1));
  $snackbars.get()[0]?.action?.run();
  await waitFor(async () => expect((await setting()).events.invoice.email).toBe(true));
});

test('quiet hours default to the night and can be changed', async () => {
  const { user, setting } = await renderPage();
  await user.click(screen.getByRole('switch', { name: t('notificationSetting:timing.quiet') }));
  await waitFor(async () => expect((await setting()).quietHours).toEqual({ from: 1320, until: 420 }));
  const until = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`^${t('notificationSetting:timing.until')}`) });
  await waitFor(() => expect(until.disabled).toBe(false));
  await user.click(until);
  await user.click(await screen.findByRole('option', { name: /^6:30\sAM$/ }));
  await waitFor(async () => expect((await setting()).quietHours).toEqual({ from: 1320, until: 390 }));
});

test('a webhook is added, and its secret is shown once', async () => {
  const { user, request } = await renderPage();
  await user.click(await screen.findByRole('button', { name: t('notificationSetting:webhook.add') }));
  const dialog = expectDialog('standard');
  render(dialog.body());
  const form = within(await screen.findByRole('form', { name: t('notificationSetting:webhook.addTitle') }));
  await user.type(form.getByLabelText(t('notificationSetting:webhook.url')), 'https://hooks.shop.example/in');
  await user.click(form.getByRole('button', { name: t('notificationSetting:webhook.add') }));
  expect(await screen.findByText(/^whsec_/)).toBeTruthy();
  expect((await request(webhook.list, {})).webhooks.map(({ url }) => url)).toContain('https://hooks.shop.example/in');
});
