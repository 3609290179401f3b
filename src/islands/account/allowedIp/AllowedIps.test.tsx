import { beforeEach, expect, test } from 'vitest';
import { demo, expectDialog, inPanel, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { fillIn, showSignIn } from '../../../../tests/support/signInForm.tsx';
import { navigate } from '../../../browser/navigate.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import AllowedIps from './AllowedIps.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './AddressForm.tsx';

beforeEach(() => history.replaceState(null, '', '/account/allowed-ips'));

const answer = async () => {
  await expectDialog().run();
};

test('the restriction requires one’s own address, and is turned on after confirmation', async () => {
  const { running, user } = await openPage(<AllowedIps />);
  const toggle = await screen.findByRole('switch', { name: t('allowedIp:only') });
  expect(toggle.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: t('allowedIp:addMine') }));
  const form = within(await screen.findByRole('form', { name: t('allowedIp:addTitle') }));
  await user.click(form.getByRole('button', { name: t('allowedIp:add') }));
  await waitFor(() => expect(toggle.getAttribute('aria-disabled')).not.toBe('true'));
  const token = await running.signIn();
  await user.click(toggle);
  await answer();
  await waitFor(async () => expect((await running.try(allowedIp.list, {}, { token })).status).toBe(401));
  expect(await screen.findByRole('switch', { name: t('allowedIp:only'), checked: true })).toBeTruthy();
});

test('the form says what is stored of a range, and that one with every address restricts nothing', async () => {
  const { user, running } = await openPage(<AllowedIps />);
  await user.click((await screen.findAllByRole('button', { name: t('allowedIp:add') }))[0] ?? expect.fail('it can be added'));
  const form = within(await screen.findByRole('form', { name: t('allowedIp:addTitle') }));
  const field = form.getByLabelText(t('allowedIp:field.ip'));
  await user.type(field, '0.0.0.0/0');
  expect(form.getByText(t('address:warning.everywhere', { value: '0.0.0.0/0' }))).toBeTruthy();
  await user.clear(field);
  await user.type(field, '۱۹۸.51.100.7/24');
  expect(
    form.getByText(t('address:notice.hostBits', { value: '198.51.100.7/24', range: '198.51.100.0/24', address: '198.51.100.7' })),
  ).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('allowedIp:add') }));
  const token = await running.signIn();
  await waitFor(async () =>
    expect((await running.ok(allowedIp.list, {}, { token })).allowedIps.items.map(({ ip }) => ip)).toEqual(['198.51.100.0/24']),
  );
});

test('a sign-in from another address succeeds with the code from the email', async () => {
  const { running, user, request } = await inPanel({ signedIn: false });
  await request(allowedIp.add, { ip: '192.0.2.1' });
  await request(allowedIp.toggle, { enabled: true });
  showSignIn();
  await fillIn();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: t('auth:address.title') });
  const code = /\b\d{6}\b/.exec((await running.lastMail(demo.email))?.body ?? '')?.[0] ?? '';
  await user.type(screen.getByLabelText(t('auth:field.code')), code);
  await user.click(screen.getByRole('button', { name: t('auth:address.submit') }));
  await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/dashboard'));
});
