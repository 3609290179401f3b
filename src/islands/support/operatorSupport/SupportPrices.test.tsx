import { expect, test } from 'vitest';
import { demo, fill, openPage, screen, t, userEvent, within } from '../../../../tests/support/panel.ts';
import SupportPrices from './SupportPrices.tsx';

async function renderPage() {
  await openPage(<SupportPrices />, { signedIn: demo.operator });
  const user = userEvent.setup();
  async function open(button: string) {
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    const [first] = await dialog.findAllByRole('spinbutton');
    if (!first) throw new Error('the form has no price');
    return { dialog, first, press: (name: string) => user.click(dialog.getByRole('button', { name })) };
  }
  return { user, open };
}

test('the price of a support plan is previewed and changed', async () => {
  const { open } = await renderPage();
  const { dialog, first, press } = await open(t('operatorSupport:editOf', { name: t('supportPlan:plan.priority') }));
  await fill(first, '27.5');
  await press(t('catalogue:preview.open'));
  const row = within(await dialog.findByRole('row', { name: /Per month/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Per month', '$29.00', '$27.50']);
  await press(t('catalogue:preview.apply'));
  await screen.findByText('$27.50');
});

test('a higher price of consulting asks for its time', async () => {
  const { open } = await renderPage();
  const { dialog, first, press } = await open(t('operatorSupport:consulting.edit'));
  await fill(first, '90');
  await press(t('catalogue:preview.open'));
  await dialog.findByText(t('catalogue:error.riseDay'));
});
