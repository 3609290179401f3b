import { expect, test } from 'vitest';
import { demo, fill, render, screen, t, userEvent, within, withProvider } from '../../../../tests/support/panel.ts';
import Plans from './Plans.tsx';

test('the price of a plan is previewed and changed; plans without a price of their own can’t be edited', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Plans />);
  const edit = (name: string) => screen.queryByRole('button', { name: t('operatorPlan:editOf', { plan: name }) });
  await screen.findByRole('button', { name: t('operatorPlan:editOf', { plan: t('common:plan.eco') }) });
  expect(edit(t('common:plan.free'))).toBeNull();
  expect(edit(t('common:plan.ent'))).toBeNull();
  const button = edit(t('common:plan.eco'));
  if (!button) throw new Error('the plan can’t be edited');
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  const [monthly] = await dialog.findAllByRole('spinbutton');
  if (!monthly) throw new Error('the form has no price');
  await fill(monthly, '18.5');
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  const row = within(await dialog.findByRole('row', { name: /Per month/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Per month', '$20.00', '$18.50']);
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await screen.findByText('$18.50');
});

test('a plan is hidden from new orders after a preview', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Plans />);
  await user.click(await screen.findByRole('button', { name: t('operatorPlan:editOf', { plan: t('common:plan.com') }) }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: t('operatorPlan:field.hidden') }));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorPlan:note.hidden'));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  expect(await screen.findByRole('row', { name: new RegExp(`${t('common:plan.com')}.*${t('operatorPlan:state.hidden')}`) })).toBeTruthy();
});

test('the limits of a plan are changed after a preview', async () => {
  await withProvider({ signedIn: demo.operator });
  const user = userEvent.setup();
  render(<Plans />);
  await user.click(await screen.findByRole('button', { name: t('operatorPlan:limits.edit', { plan: t('common:plan.free') }) }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(await dialog.findByRole('spinbutton', { name: t('operatorPlan:field.traffic') }), '150');
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.open') }));
  await dialog.findByText(t('operatorPlan:note.moreTraffic'));
  await user.click(dialog.getByRole('button', { name: t('catalogue:preview.apply') }));
  await screen.findByText('150 GB');
});
