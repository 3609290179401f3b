import { expect, test } from 'vitest';
import { demo, render, screen, t, userEvent, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { operatorStaff } from '../../../lib/contract/account/operatorStaff.ts';
import Staff from './Staff.tsx';

async function opened() {
  const p = await withProvider({ signedIn: demo.operator });
  render(<Staff />);
  await screen.findByText(demo.operator);
  return { p, user: userEvent.setup(), as: { token: await p.signInOperator() } };
}

test('an administrator adds a colleague with a role, and sees it in the list', async () => {
  const { p, user, as } = await opened();
  await user.click(screen.getByRole('button', { name: t('operatorStaff:add') }));
  const form = within(await screen.findByRole('form', { name: t('operatorStaff:addTitle') }));
  await user.type(form.getByLabelText(t('operatorStaff:field.email')), demo.operator);
  await user.click(form.getByRole('button', { name: t('operatorStaff:add') }));
  await form.findByText(t('operatorStaff:error.isStaff'));
  await user.clear(form.getByLabelText(t('operatorStaff:field.email')));
  await user.type(form.getByLabelText(t('operatorStaff:field.email')), demo.second);
  await user.click(form.getByRole('radio', { name: new RegExp(t('operatorStaff:role.billing')) }));
  await user.click(form.getByRole('button', { name: t('operatorStaff:add') }));
  await screen.findByText(demo.second);
  const { staff } = await p.ok(operatorStaff.list, {}, as);
  expect(staff.map(({ email, role }) => [email, role])).toEqual([
    [demo.operator, 'admin'],
    [demo.second, 'billing'],
  ]);
});

test('the last administrator can’t be removed, and the menu says why', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: t('operatorStaff:actions', { email: demo.operator }) }));
  const item = await screen.findByRole('menuitem', { name: new RegExp(t('operatorStaff:remove.more').replace('…', '')) });
  await waitFor(() => expect(item.getAttribute('aria-disabled')).toBe('true'));
});
