import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LoginForm from '../../src/islands/account/auth/LoginForm.tsx';
import { demo } from '../../src/lib/contract/fields.ts';
import { paste } from './panel.ts';

type Props = Parameters<typeof LoginForm>[0];
export const showSignIn = (props: Partial<Props> = {}) =>
  render(<LoginForm locale="en" target="/dashboard" page={null} reason={null} passkeyHost={null} demo={null} {...props} />);

/** Enters email and password of the demo customer. */
export async function fillIn(password: string = demo.password) {
  await paste(screen.getByLabelText('Email'), demo.email);
  await paste(screen.getByLabelText('Password'), password);
  return userEvent.setup();
}
