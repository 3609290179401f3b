import { expect, test } from 'vitest';
import { stripeBank } from '../../../../tests/support/gateways.ts';
import { screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { topUpPage } from '../../../../tests/support/topUpPage.tsx';

/** A value of the summary. */
const sum = (key: 'amount' | 'bonus' | 'gift' | 'total' | 'after') =>
  screen.getByText(t(`payment:sum.${key}`)).closest('dt')?.nextElementSibling?.textContent;

test('the sum has amount, bonus and the balance afterward, and the payment has what was shown', async () => {
  const { type, pay, made, user } = await topUpPage();
  await type('250');
  expect([sum('amount'), sum('bonus'), sum('total'), sum('after')]).toEqual(['$250.00', '$12.50', '$262.50', '$262.50']);
  await user.click(screen.getByRole('button', { name: '$20' }));
  expect(sum('total')).toBe('$20.00');
  expect(screen.queryByText(t('payment:sum.bonus'))).toBeNull();
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 20_000, bonus: 0, gateway: 'sandbox', saveCard: false }]));
});

test('a gift code is refused at its field with the reason; a good one is in the sum and in the payment', async () => {
  const { user, pay, made } = await topUpPage();
  const code = screen.getByRole('textbox', { name: new RegExp(t('payment:field.gift')) });
  const apply = async (text: string) => {
    await user.clear(code);
    await user.paste(text);
    await user.click(screen.getByRole('button', { name: t('payment:apply') }));
  };
  await apply('AUTUMN25');
  expect(await screen.findByText(t('voucher:error.expired'))).toBeTruthy();
  await apply('NO-SUCH');
  expect(await screen.findByText(t('voucher:error.unknown'))).toBeTruthy();
  await apply('SPRING10');
  expect(await screen.findByText(t('payment:giftAdds', { amount: '$10.00' }))).toBeTruthy();
  expect(sum('total')).toBe('$113.00');
  await pay();
  await waitFor(async () => expect(await made()).toMatchObject([{ amount: 100_000, bonus: 3_000, gift: 10_000, giftCode: 'SPRING10' }]));
});

test('a gateway that doesn’t answer is said above the button, and nothing is kept', async () => {
  const { gateway } = await stripeBank();
  const { pay, made } = await topUpPage({ gateways: [{ ...gateway, start: () => Promise.reject(new Error('down')) }] });
  await pay();
  expect((await screen.findByRole('alert')).textContent).toBe(t('payment:error.gateway'));
  expect(await made()).toEqual([]);
});
