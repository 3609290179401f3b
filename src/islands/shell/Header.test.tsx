import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { atPage, bare } from '../../../tests/support/header.tsx';
import { act, demo, inPanel, render, screen, waitFor, within } from '../../../tests/support/panel.ts';
import { $domain } from '../../browser/stores/domain.ts';
import { $shortcuts, $theme } from '../../browser/stores/preferences.ts';
import Header from './Header.tsx';
import Sidebar from './Sidebar.tsx';
import TabBar from './TabBar.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './palette/Palette.tsx';

test('the account menu works by keyboard: opens, moves, chooses a theme', async () => {
  const { user } = await atPage();
  const opener = screen.getByRole('button', { name: 'Your account' });
  opener.focus();
  await user.keyboard('{ArrowDown}');
  const menu = screen.getByRole('menu', { name: 'Your account' });
  expect(screen.getByText('demo@nasim.example')).toBeTruthy();
  expect(within(menu).getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true');
  await user.keyboard('da{Enter}');
  expect($theme.get()).toBe('dark');
  expect(localStorage.getItem('nasim:theme')).toBe('dark');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

const FIND = 'Search pages, domains, actions and docs';

test('the palette opens with Ctrl K, finds by typing and goes with Enter', async () => {
  const { user, to } = await atPage('/domains/parvaz.example/dns/zone-file');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: FIND });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('rosew');
  await user.keyboard('{Enter}');
  // The same screen of the other domain.
  expect(to).toHaveBeenCalledWith('/domains/rosewater.example/dns/zone-file');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('outside a domain the palette has no domain in its scope, and offers a ticket when it finds nothing', async () => {
  const { user, to } = await atPage('/dashboard');
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: FIND });
  expect(screen.queryByText(/Actions on/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Search everywhere/ })).toBeNull();
  await user.keyboard('zzqqxx & more');
  expect(screen.getByRole('option', { name: /Search the docs for .*zzqqxx & more/ })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: /Open a ticket with this text: .*zzqqxx & more/ }));
  expect(to).toHaveBeenCalledWith('/tickets/new#title=zzqqxx%20%26%20more');
});

test('keys open pages, wait for their second key, and can be switched off', async () => {
  const { user, to } = await atPage('/domains/parvaz.example/dns');
  await user.keyboard('gd');
  expect(to).toHaveBeenLastCalledWith('/domains');
  await user.keyboard('gx');
  expect(to).toHaveBeenCalledTimes(1);
  await user.keyboard('?');
  const off = await screen.findByRole('switch', { name: 'Single-key shortcuts' });
  await user.click(off);
  await user.keyboard('{Escape}');
  await user.keyboard('gd/?');
  expect(to).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  // A shortcut whose second key uses a modifier stays active.
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: FIND })).toBeTruthy();
  act(() => $shortcuts.set(true));
});

const { serverId, offServerId } = demo;

test('the server selector shows the open server with its state, and opens the same screen of the selected one', async () => {
  const { user, to } = await atPage(`/servers/${serverId}/snapshots`);
  const [button] = (await screen.findAllByRole('button', { name: /web-fra-01/ })).slice(-1);
  expect(button?.textContent).toMatch(/Running · 198\.19\./);
  await user.click(button as HTMLElement); // `find` returns an element
  const field = screen.getByRole('combobox', { name: 'Find a server' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('stag{Enter}');
  expect(to).toHaveBeenCalledWith(`/servers/${offServerId}/snapshots`);
});

test('a server’s screens are its tabs, and the menu has those of the account', async () => {
  await atPage(`/servers/${serverId}/snapshots`);
  const menu = screen.getByRole('navigation', { name: 'Main menu' });
  const links = within(menu).getAllByRole('link', { name: 'Snapshots' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/servers/snapshots']);
  expect(within(menu).getByRole('link', { name: 'Servers' }).getAttribute('aria-current')).toBe('true');
});

test('the quick menu of phones follows the product', async () => {
  await inPanel();
  render(<TabBar {...bare} path="/dashboard" />);
  const at = (path: string) => {
    history.replaceState(null, '', path);
    act(() => void document.dispatchEvent(new Event('astro:page-load')));
    const links = within(screen.getByRole('navigation', { name: 'Quick menu' })).getAllByRole('link');
    return links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')].join(' ').trim());
  };
  const cloud = (servers: string, storage: string) => [
    'Home /dashboard',
    `Servers /servers${servers}`,
    `Storage /servers/volumes${storage}`,
  ];
  expect(at(`/servers/${serverId}/snapshots`)).toEqual(cloud(' true', ''));
  expect(at('/servers/volumes')).toEqual(cloud('', ' page'));
  expect(at('/servers/backups')).toEqual(cloud('', ' true'));
  // Pages of neither product keep the menu of the last one.
  expect(at('/finance/wallet')).toEqual(cloud('', ''));
  const zone = '/domains/rosewater.example/dns';
  expect(at(zone)).toEqual(['Home /dashboard', 'Domains /domains', `DNS ${zone} page`]);
});

test('the menu follows the address', async () => {
  await atPage();
  const link = (name: string) => screen.getByRole('link', { name });
  expect(link('Dashboard').getAttribute('aria-current')).toBe('page');
  history.replaceState(null, '', '/domains/rosewater.example/dns/zone-file');
  act(() => void document.dispatchEvent(new Event('astro:page-load')));
  expect(link('Dashboard').getAttribute('aria-current')).toBeNull();
  expect(link('DNS records').getAttribute('aria-current')).toBe('true');
  expect(link('DNS records').getAttribute('href')).toBe('/domains/rosewater.example/dns');
  expect(link('Guide for this page').getAttribute('href')).toBe('/docs/dns-records');
  await waitFor(() => expect($domain.get()?.name).toBe('rosewater.example'));
});

test('the menu shows that no edge is connected, and has no product switch without compute', () => {
  render(
    <Sidebar
      {...bare}
      capabilities={{
        edge: 'none',
        places: 'unknown',
        preview: null,
        edgeAddresses: false,
        http3: false,
        l34: false,
        captcha: 'none',
        originVerification: false,
        accessLogs: false,
        dns: 'none',
        dnssec: false,
        certificates: 'none',
        objectStore: 'none',
        payment: 'none',
        compute: 'none',
        limits: { dnsRecords: 1, domains: 1 },
      }}
    />,
  );
  expect(screen.getByText(/No edge is connected yet/)).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

test('the first render needs no browser and uses the language of the page', () => {
  const html = renderToString(<Header {...bare} balance={248_999} />);
  expect(html).toContain('$248');
  expect(html).not.toContain('248.99');
});
