import { expect, test, vi } from 'vitest';
import { demo, inPanel, render, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import AddDomain from './AddDomain.tsx';

async function renderPage(email: string = demo.email) {
  const { user, request } = await inPanel({ signedIn: email });
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  render(<AddDomain />);
  const name = await screen.findByRole('textbox', { name: t('domain:add.name') });
  return { to, name, user, request };
}
const accept = () => screen.getByRole('checkbox');

test('a subdomain is refused with the name to add instead', async () => {
  const { user, name } = await renderPage();
  await user.type(name, 'blog.my-shop.example');
  await user.tab();
  await user.click(await screen.findByRole('button', { name: /my-shop\.example/ }));
  expect((name as HTMLInputElement).value).toBe('my-shop.example');
  expect(await screen.findByText(t('domain:add.available'))).toBeTruthy();
});

test('a name of another account, and terms that were not accepted, are reported at their fields', async () => {
  const { user, name, to } = await renderPage();
  await user.type(name, 'karimi.example');
  await user.tab();
  expect(await screen.findByText(t('domain:error.taken'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('domain:addDomain') }));
  expect(await screen.findByText(t('domain:error.terms'))).toBeTruthy();
  expect(to).not.toHaveBeenCalled();
});

test('.ir shows which features it lacks', async () => {
  const { user, name } = await renderPage();
  await user.type(name, 'my-shop.ir');
  await user.tab();
  expect(
    await screen.findByText(
      t('domain:add.unsupported', { tld: '.ir', features: `${t('domain:feature.dnssec')} and ${t('domain:feature.customNs')}` }),
    ),
  ).toBeTruthy();
});

test('a paid plan shows its price, and charges it', async () => {
  const { user, name, to, request } = await renderPage();
  await user.type(name, 'paid.example');
  await user.click(screen.getByRole('radio', { name: new RegExp(t('common:plan.eco')) }));
  expect(await screen.findByText(t('domain:add.charge', { amount: '$20', after: '$228' }))).toBeTruthy();
  await user.click(accept());
  await user.click(screen.getByRole('button', { name: t('domain:add.pay', { amount: '$20' }) }));
  await waitFor(() => expect(to).toHaveBeenCalled());
  expect((await request(wallet.balance, {})).balance).toBe(228_000);
  expect(screen.getByRole('radio', { name: new RegExp(t('common:plan.ent')) }).getAttribute('aria-disabled')).toBe('true');
});

test('a pasted address is shown as the name that will be added', async () => {
  const { user, name } = await renderPage();
  await user.type(name, 'https://www.Pasted.example/a?b');
  await user.tab();
  await waitFor(() => expect((name as HTMLInputElement).value).toBe('pasted.example')); // it is an input
});

test('an insufficient balance shows the missing amount, blocks the payment, and keeps the input', async () => {
  const { user, name, to } = await renderPage(demo.second);
  await user.type(name, 'dear.example');
  await user.click(screen.getByRole('radio', { name: new RegExp(t('common:plan.pro')) }));
  expect(await screen.findByText(t('domain:add.insufficient', { amount: '$200', balance: '$0', needed: '$200' }))).toBeTruthy();
  await user.click(accept());
  const pay = screen.getByRole('button', { name: t('domain:add.pay', { amount: '$200' }) });
  expect(pay.getAttribute('aria-disabled')).toBe('true');
  await user.click(pay);
  expect((name as HTMLInputElement).value).toBe('dear.example');
  expect(to).not.toHaveBeenCalled();
});
