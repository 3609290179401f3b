import { expect, test } from 'vitest';
import { demo, fill, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import PasswordPage from './PasswordPage.tsx';

test('the password is changed; errors are shown at their field', async () => {
  const { running, user } = await openPage(<PasswordPage />);
  const form = within(await screen.findByRole('form', { name: t('password:form') }));
  const type = async (label: string, text: string) => {
    await fill(form.getByLabelText(label), text);
  };
  const submit = () => user.click(form.getByRole('button', { name: t('password:form') }));
  await type(t('password:current'), 'not-my-password');
  await type(t('password:new'), 'password2024');
  await type(t('password:confirm'), 'another-long-one');
  await submit();
  expect(await form.findByText(t('auth:error.passwordCommon'))).toBeTruthy();
  await type(t('password:new'), 'another-long-two');
  expect(await form.findByText(t('auth:error.confirmation'))).toBeTruthy();
  await type(t('password:confirm'), 'another-long-two');
  await submit();
  expect(await form.findByText(t('auth:error.password'))).toBeTruthy();
  await type(t('password:current'), demo.password);
  await submit();
  await waitFor(() => expect((form.getByLabelText(t('password:current')) as HTMLInputElement).value).toBe(''));
  await running.signIn(demo.email, 'another-long-two');
});
