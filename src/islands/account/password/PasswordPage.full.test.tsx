// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import PasswordPage from './PasswordPage.tsx';

const t = translator('en');
afterEach(cleanup);

test('the password is changed; errors are shown at their field', async () => {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<PasswordPage />);
  const form = within(await screen.findByRole('form', { name: t('password:form') }));
  const type = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.type(form.getByLabelText(label), text);
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
