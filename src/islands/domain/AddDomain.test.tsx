// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { withProvider } from '../../../tests/support/island.ts';
import { domain } from '../../lib/contract/domain.ts';
import { demo } from '../../lib/contract/fields.ts';
import { wallet } from '../../lib/contract/wallet.ts';
import { navigate } from '../../lib/navigate.ts';
import { $dialogs } from '../../lib/stores/dialogs.ts';
import AddDomain from './AddDomain.tsx';
import NameServers from './NameServers.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function shown(email: string = demo.email) {
  const running = await withProvider({ signedIn: email });
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  render(<AddDomain />);
  const name = await screen.findByRole('textbox', { name: 'Your domain' });
  return { running, to, name, user: userEvent.setup(), token: await running.signIn(email) };
}
const accept = () => screen.getByRole('checkbox', { name: /I own this domain/ });

describe('adding a domain', () => {
  test('a free name is ticked, added, and leads to its name servers', async () => {
    const { user, name, to, running, token } = await shown();
    await user.type(name, 'my-shop.example');
    await user.tab();
    expect(await screen.findByText('Available to add')).toBeTruthy();
    await user.click(accept());
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    await waitFor(() => expect(to).toHaveBeenCalledWith('/domains/add?domain=my-shop.example&step=name-servers'));
    expect((await running.ok(domain.list, { q: 'my-shop' }, { token })).total).toBe(1);
  });

  test('a subdomain is answered with the name to add instead', async () => {
    const { user, name } = await shown();
    await user.type(name, 'www.my-shop.example');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: /Use my-shop.example/ }));
    expect((name as HTMLInputElement).value).toBe('my-shop.example');
    expect(await screen.findByText('Available to add')).toBeTruthy();
  });

  test('a name of another account, and terms that were not accepted, are told beside their fields', async () => {
    const { user, name, to } = await shown();
    await user.type(name, 'karimi.example');
    await user.tab();
    expect(await screen.findByText(/added by another account/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    expect(await screen.findByText('Accept the terms to add the domain.')).toBeTruthy();
    expect(to).not.toHaveBeenCalled();
  });

  test('.ir says which features it lacks', async () => {
    const { user, name } = await shown();
    await user.type(name, 'my-shop.ir');
    await user.tab();
    expect(await screen.findByText(/\.ir domains do not support: DNSSEC and own name servers/)).toBeTruthy();
  });

  test('a paid plan says what it takes, and takes it', async () => {
    const { user, name, to, running, token } = await shown();
    await user.type(name, 'paid.example');
    await user.click(screen.getByRole('radio', { name: /Economic/ }));
    expect(await screen.findByText(/\$20 for the first month is taken from your wallet now\. \$228 stays in it\./)).toBeTruthy();
    await user.click(accept());
    await user.click(screen.getByRole('button', { name: 'Pay $20 and add domain' }));
    await waitFor(() => expect(to).toHaveBeenCalled());
    expect((await running.ok(wallet.balance, {}, { token })).balance).toBe(228_000);
    expect((screen.getByRole('radio', { name: /Enterprise/ }) as HTMLInputElement).disabled).toBe(true);
  });

  test('an empty wallet is told how much it lacks, and keeps what was typed', async () => {
    const { user, name, to } = await shown(demo.second);
    await user.type(name, 'dear.example');
    await user.click(screen.getByRole('radio', { name: /Professional/ }));
    expect(await screen.findByText(/Add \$200 of credit/)).toBeTruthy();
    await user.click(accept());
    await user.click(screen.getByRole('button', { name: 'Pay $200 and add domain' }));
    expect(await screen.findByText(/Insufficient balance.*You need \$200 more\./s)).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe('dear.example');
    expect(to).not.toHaveBeenCalled();
  });

  test('the terms can be read', async () => {
    const { user } = await shown();
    await user.click(screen.getByRole('button', { name: 'terms of service' }));
    expect($dialogs.get().at(-1)?.title).toBe('Terms for a domain');
    expect((accept() as HTMLInputElement).checked).toBe(false);
  });
});

test('the name servers stand there to be copied, and stopping offers to remove the domain', async () => {
  await withProvider();
  render(<NameServers domainName="atlas-shop.example" />);
  const user = userEvent.setup();
  expect(await screen.findByText('ns1.nasim.example')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy ns2.nasim.example' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop adding…' }));
  expect($dialogs.get().at(-1)).toMatchObject({ kind: 'delete', phrase: 'atlas-shop.example', title: 'Stop adding atlas-shop.example?' });
});
