// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProvider } from '../../../tests/support/island.ts';
import { demo } from '../../lib/contract/fields.ts';
import { navigate } from '../../lib/navigate.ts';
import { $domain, $domains } from '../../lib/stores/domain.ts';
import { $locale, $shortcuts, $theme } from '../../lib/stores/preferences.ts';
import { $auth } from '../../lib/stores/session.ts';
import Header from './Header.tsx';
import Sidebar from './Sidebar.tsx';
import { stopSync } from './sync/index.ts';
import type { ShellProps } from './useShell.ts';
// It loads on the first use, which takes seconds on a busy machine.
import './palette/Palette.tsx';

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
