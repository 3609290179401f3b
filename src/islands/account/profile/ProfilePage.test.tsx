import { expect, test } from 'vitest';
import {
  $dialogs,
  demo,
  expectDialog,
  fill,
  openPage,
  paste,
  render,
  screen,
  t,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { mailedCode } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { MINUTE } from '../../../lib/time.ts';
import ProfilePage from './ProfilePage.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './ContactDialog.tsx';

async function renderPage() {
  const { running, user } = await openPage(<ProfilePage />);
  const form = within(await screen.findByRole('form', { name: t('profile:title') }));
  const token = await running.signIn();
  const profile = async () => (await running.ok(auth.profile, {}, { token })).profile;
  return { running, user, form, profile };
}

test('details are saved; a business account shows its own fields', async () => {
  const { user, form, profile } = await renderPage();
  expect(screen.getByText(t('profile:complete.open'))).toBeTruthy();
  await user.click(form.getByRole('radio', { name: new RegExp(t('profile:kind.business')) }));
  await user.click(form.getByRole('button', { name: t('common:save') }));
  expect(await form.findByText(t('profile:error.legalName'))).toBeTruthy();
  await user.type(form.getByLabelText(t('profile:field.legalName')), 'Nasim Ltd');
  await fill(form.getByLabelText(t('profile:field.firstName')), 'Zahra');
  expect(form.getByText(t('profile:dirty'))).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('common:save') }));
  await waitFor(async () => expect(await profile()).toMatchObject({ firstName: 'Zahra', legal: { name: 'Nasim Ltd' } }));
  await waitFor(() => expect(form.queryByText(t('profile:dirty'))).toBeNull());
});

test('a new email is verified with its code, after the password if the sign-in is old', async () => {
  const { running, user, profile } = await renderPage();
  running.clock.now += 11 * MINUTE;
  await user.click(screen.getByRole('button', { name: t('profile:contact.changeEmail') }));
  const step = within(await screen.findByRole('form', { name: t('profile:contact.changeEmail') }));
  await paste(step.getByLabelText(t('profile:contact.newEmail')), 'sara@new.example');
  await user.click(step.getByRole('button', { name: t('profile:contact.send') }));
  await waitFor(() => expect($dialogs.get()).toHaveLength(1));
  const dialog = expectDialog('standard');
  render(dialog.body());
  const question = within(await screen.findByRole('form', { name: t('auth:confirm.title') }));
  await paste(question.getByLabelText(t('auth:field.password')), demo.password);
  await user.click(question.getByRole('button', { name: t('auth:confirm.submit') }));
  const code = within(await screen.findByRole('form', { name: t('profile:contact.code') }));
  await user.type(code.getByLabelText(t('profile:contact.code')), await mailedCode(running, 'sara@new.example'));
  await waitFor(async () => expect((await profile()).email).toBe('sara@new.example'));
});
