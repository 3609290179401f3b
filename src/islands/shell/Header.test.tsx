// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProvider } from '../../../tests/support/island.ts';
import { queryClient } from '../../lib/api/query.ts';
import { demo } from '../../lib/contract/fields.ts';
import { navigate } from '../../lib/navigate.ts';
import { $domain, $domains } from '../../lib/stores/domain.ts';
import { $locale, $shortcuts, $theme } from '../../lib/stores/preferences.ts';
import { $auth, $session } from '../../lib/stores/session.ts';
import Header from './Header.tsx';
import Sidebar from './Sidebar.tsx';
import { stopSync } from './sync/index.ts';
import type { ShellProps } from './useShell.ts';

const bare: ShellProps = {
  locale: 'en',
  path: '/dashboard',
  profile: null,
  balance: null,
  unread: 0,
  domain: null,
  hasDomains: true,
  capabilities: null,
};
const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
const leave = vi.spyOn(navigate, 'leave').mockImplementation(() => {});
const reload = vi.spyOn(navigate, 'reload').mockImplementation(() => {});

const open = async (path = '/dashboard', props: Partial<ShellProps> = {}) => {
  history.replaceState(null, '', path);
  render(
    <>
      <Header {...bare} {...props} path={path} />
      <Sidebar {...bare} {...props} path={path} />
    </>,
  );
  await waitFor(() => expect($auth.get().state).toBe('in'));
};
const ready = () => waitFor(() => expect($domains.get()).toHaveLength(5));

beforeEach(() => {
  $domain.set(null);
  $domains.set(null);
  $theme.set('system');
  $locale.set('en');
});
afterEach(() => {
  cleanup();
  stopSync();
  for (const spy of [to, leave, reload]) spy.mockClear();
});

describe('the account menu', () => {
  it('works by keyboard: opens, moves, chooses a theme', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open();
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

  it('saves a language here and in the account, and reloads the page in it', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open();
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'فارسی' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(document.cookie).toContain('nasim_locale=fa');
    expect($locale.get()).toBe('fa');
    const answer = (await (await fetch('/api/auth/profile')).json()) as { profile: { language: string } };
    expect(answer.profile.language).toBe('fa');
  });

  it('signs out: removes the cookie, clears everything, and opens the plain sign-in page', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open();
    await ready();
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/public/login'));
    expect($session.get()).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect((await fetch('/api/auth/profile')).status).toBe(401);
  });
});

const FIND = 'Search pages, domains, actions and docs';

describe('the palette', () => {
  it('opens with Ctrl K, finds by typing and goes with Enter', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/parvaz.example/dns/zone-file');
    await ready();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: FIND });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('rosew');
    await user.keyboard('{Enter}');
    // The same screen of the other domain.
    expect(to).toHaveBeenCalledWith('/domains/rosewater.example/dns/zone-file');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('moves with the arrows, and Escape changes nothing', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open();
    await ready();
    await user.click(screen.getAllByRole('button', { name: /Search or jump to/ })[0] as HTMLElement); // on phones, the icon has this name
    const field = await screen.findByRole('combobox');
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    const first = active();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(active()).not.toBe(first);
    await user.keyboard('nothing at all');
    expect(screen.getByText('No results.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(to).not.toHaveBeenCalled();
  });

  it('finds a record of the domain by its value', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/parvaz.example/dns');
    await ready();
    await user.keyboard('/');
    const field = await screen.findByRole('combobox');
    await user.type(field, '203.0.113.24');
    const found = await screen.findAllByRole('option', { name: /A 203.0.113.24/ });
    await user.click(found[0] as HTMLElement); // `findAll` returns at least one
    expect(to).toHaveBeenCalledWith('/domains/parvaz.example/dns?q=203.0.113.24');
  });

  it('acts on the domain in its scope, which Backspace removes', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/parvaz.example/dns');
    await ready();
    await user.keyboard('/');
    await screen.findByText(/Actions on .*parvaz\.example/);
    // Destructive actions open their confirmation dialog.
    await user.keyboard('remove dom{Enter}');
    expect(to).toHaveBeenCalledWith('/domains/parvaz.example/settings#remove');
    await user.keyboard('/');
    const field = await screen.findByRole('combobox');
    expect(field.closest('[role="dialog"]')?.textContent).toContain('Pause domain');
    await user.keyboard('{Backspace}');
    expect(screen.queryByText(/Actions on/)).toBeNull();
    expect(screen.queryByText('Pause domain…')).toBeNull();
    expect(screen.getByText('rosewater.example')).toBeTruthy();
  });

  it('shows why a domain with pending name servers cannot be paused, and does nothing', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/atlas-shop.example/dns');
    await ready();
    await user.keyboard('/');
    await screen.findByText(/Actions on .*atlas-shop\.example/);
    await user.keyboard('pause dom');
    const [row] = screen.getAllByRole('option');
    expect(row?.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(to).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox')).toBeTruthy();
  });
});

describe('keys', () => {
  it('open pages, wait for their second key, and can be switched off', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/parvaz.example/dns');
    await ready();
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
});

describe('the domain selector', () => {
  it('opens the same screen of the selected domain', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/domains/parvaz.example/dns');
    await ready();
    await user.click(screen.getAllByRole('button', { name: /parvaz\.example/ }).at(-1) as HTMLElement); // the one in the sidebar
    const field = screen.getByRole('combobox', { name: 'Find a domain' });
    expect(document.activeElement).toBe(field);
    await user.keyboard('keta{Enter}');
    expect(to).toHaveBeenCalledWith('/domains/ketabnama.example/dns');
  });

  it('outside a domain it asks for one and opens its overview, and there is no domain menu', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open();
    await ready();
    expect(screen.getByRole('link', { name: 'Domains' })).toBeTruthy();
    for (const name of ['Overview', 'DNS records', 'Firewall', 'Plan']) expect(screen.queryByRole('link', { name })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: /Choose a domain/ }).at(-1) as HTMLElement); // the one in the sidebar
    await user.keyboard('old{Enter}');
    expect(to).toHaveBeenCalledWith('/domains/old-blog.example');
  });

  it('without domains, links to adding one and explains what will be shown here', async () => {
    await withProvider({ signedIn: false });
    history.replaceState(null, '', '/dashboard');
    render(<Sidebar {...bare} hasDomains={false} />);
    expect(screen.getByRole('link', { name: 'No domains yet' }).getAttribute('href')).toBe('/domains/add');
    expect(screen.queryByRole('link', { name: 'DNS records' })).toBeNull();
    expect(screen.getByText(/appear here after you add a domain/)).toBeTruthy();
  });
});

describe('the server selector', () => {
  const { serverId, offServerId } = demo;

  it('shows the open server with its state, and opens the same screen of the selected one', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open(`/servers/${serverId}/snapshots`);
    const [button] = (await screen.findAllByRole('button', { name: /web-fra-01/ })).slice(-1);
    expect(button?.textContent).toMatch(/Running · 198\.19\./);
    const menu = screen.getByRole('region', { name: 'This server' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Overview',
      'Console',
      'Snapshots',
      'Backups',
      'Volumes',
      'Private networks',
      'Firewall',
      'Monitoring',
      'Server events',
      'Server settings',
    ]);
    expect(within(menu).getByRole('link', { name: 'Snapshots' }).getAttribute('aria-current')).toBe('page');
    await user.click(button as HTMLElement); // `find` returns an element
    const field = screen.getByRole('combobox', { name: 'Find a server' });
    expect(document.activeElement).toBe(field);
    await user.keyboard('stag{Enter}');
    expect(to).toHaveBeenCalledWith(`/servers/${offServerId}/snapshots`);
  });

  it('outside a server it asks for one and opens its overview, and there is no server menu', async () => {
    const user = userEvent.setup();
    await withProvider();
    await open('/servers');
    await user.click(screen.getAllByRole('button', { name: /Choose a server/ }).at(-1) as HTMLElement); // the one in the sidebar
    expect(screen.queryByRole('region', { name: 'This server' })).toBeNull();
    await screen.findByRole('option', { name: /staging-01/ });
    await user.keyboard('198.19.142{Enter}');
    expect(to).toHaveBeenCalledWith(`/servers/${serverId}`);
  });

  it('reports that none matches, and links to the order form', async () => {
    const user = userEvent.setup();
    await withProvider({ signedIn: demo.second });
    await open('/servers');
    await user.click(screen.getAllByRole('button', { name: /Choose a server/ }).at(-1) as HTMLElement); // the one in the sidebar
    expect(await screen.findByText('No servers match.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order a server' }).getAttribute('href')).toBe('/servers/order');
  });
});

describe('the menu', () => {
  it('follows the address', async () => {
    await withProvider();
    await open();
    await ready();
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

  it('shows that no edge is connected, and has no product switch without compute', () => {
    render(
      <Sidebar
        {...bare}
        capabilities={{
          edge: 'none',
          places: 'unknown',
          preview: null,
          dns: 'none',
          payment: 'none',
          compute: 'none',
          limits: { dnsRecords: 1, domains: 1 },
        }}
      />,
    );
    expect(screen.getByText(/No edge is connected yet/)).toBeTruthy();
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });
});

describe('the first render', () => {
  it('needs no browser and uses the language of the page', () => {
    const html = renderToString(<Header {...bare} balance={248_999} />);
    expect(html).toContain('$248');
    expect(html).not.toContain('248.99');
  });
});
