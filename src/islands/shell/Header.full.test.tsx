import { describe, expect, it } from 'vitest';
import { atPage, bare } from '../../../tests/support/header.tsx';
import { demo, render, screen, withProvider } from '../../../tests/support/panel.ts';
import Sidebar from './Sidebar.tsx';

describe('the palette', () => {
  it('shows why a domain with pending name servers cannot be paused, and does nothing', async () => {
    const { user, to } = await atPage('/domains/atlas-shop.example/dns');
    await user.keyboard('/');
    await screen.findByText(/Actions on .*atlas-shop\.example/);
    await user.keyboard('pause dom');
    const [row] = screen.getAllByRole('option');
    expect(row?.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(to).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox')).toBeTruthy();
  });

  it('moves with the arrows, and Escape changes nothing', async () => {
    const { user, to } = await atPage();
    await user.click(screen.getAllByRole('button', { name: /Search or jump to/ })[0] as HTMLElement); // on phones, the icon has this name
    const field = await screen.findByRole('combobox');
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    const first = active();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(active()).not.toBe(first);
    await user.keyboard('zzqqxx');
    expect(screen.getByRole('status').textContent).toBe('No results.');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(to).not.toHaveBeenCalled();
  });

  it('acts on the domain in its scope, which Backspace removes', async () => {
    const { user, to } = await atPage('/domains/parvaz.example/dns');
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
});

describe('the domain selector', () => {
  it('opens the same screen of the selected domain', async () => {
    const { user, to } = await atPage('/domains/parvaz.example/dns');
    await user.click(screen.getAllByRole('button', { name: /parvaz\.example/ }).at(-1) as HTMLElement); // the one in the sidebar
    const field = screen.getByRole('combobox', { name: 'Find a domain' });
    expect(document.activeElement).toBe(field);
    await user.keyboard('keta{Enter}');
    expect(to).toHaveBeenCalledWith('/domains/ketabnama.example/dns');
  });

  it('outside a domain it asks for one and opens its overview, and there is no domain menu', async () => {
    const { user, to } = await atPage();
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
  const { serverId } = demo;

  it('outside a server it asks for one and opens its overview', async () => {
    const { user, to } = await atPage('/servers');
    await user.click(screen.getAllByRole('button', { name: /Choose a server/ }).at(-1) as HTMLElement); // the one in the sidebar
    await screen.findByRole('option', { name: /staging-01/ });
    await user.keyboard('198.19.142{Enter}');
    expect(to).toHaveBeenCalledWith(`/servers/${serverId}`);
  });

  it('reports that none matches, and links to the order form', async () => {
    const { user } = await atPage('/servers', { signedIn: demo.second });
    await user.click(screen.getAllByRole('button', { name: /Choose a server/ }).at(-1) as HTMLElement); // the one in the sidebar
    expect(await screen.findByText('No servers match.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order a server' }).getAttribute('href')).toBe('/servers/order');
  });
});
