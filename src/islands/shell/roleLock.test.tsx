import { X } from 'lucide-react';
import { afterEach, expect, test, vi } from 'vitest';
import { demo, render, screen, t, userEvent, waitFor, withProvider } from '../../../tests/support/panel.ts';
import { updateStored } from '../../../tests/support/stored.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { team } from '../../lib/contract/account/team.ts';
import type { RouteName } from '../../lib/routes/index.ts';
import type { Role, roles } from '../../lib/rules/core/role.ts';
import { realmLock, routeLock } from '../../lib/rules/core/roleLock.ts';
import { grantedAccess, type LockedRealm } from '../../lib/rules/core/roles.ts';
import { BulkBar } from '../ui/BulkBar.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import DomainModes from './DomainModes.tsx';
import { stopSync } from './sync/index.ts';

const path = '/domains/parvaz.example/dns';
const props = { locale: 'en' as const, path, profile: null, balance: null, unread: 0, capabilities: null, hasDomains: true, domain: null };

afterEach(() => {
  stopSync();
});

/** The second demo customer acts for the first one's account. */
async function acting(role: Exclude<Role, 'domains'>) {
  const p = await withProvider({ signedIn: demo.second });
  const [owner, member] = [{ token: await p.signIn() }, { token: await p.signIn(demo.second) }];
  await p.ok(team.invite, { email: demo.second, role }, owner);
  const [invitation] = (await p.ok(team.accounts, {}, member)).invitations;
  await p.ok(team.accept, { invitationId: invitation?.id ?? '' }, member);
  const accountId = (await p.ok(auth.profile, {}, owner)).profile.id;
  await updateStored(p, 'session', { userId: demo.customerId }, { accountId });
}

async function renderPage(role: Exclude<Role, 'domains'>) {
  await acting(role);
  history.replaceState(null, '', path);
  const clicked = vi.fn();
  render(
    <>
      <DomainModes {...props} />
      <Button kind="primary" onClick={clicked}>
        Save
      </Button>
      <Button onClick={clicked}>Export</Button>
      <Button kind="primary" changes={false} onClick={clicked}>
        Run
      </Button>
      <Switch label="Proxy" checked={false} onChange={clicked} />
      <Button changes onClick={clicked}>
        Pause
      </Button>
      <Button changes="own" onClick={clicked}>
        Close account
      </Button>
      <IconButton changes icon={X} label="Detach" onClick={clicked} />
      <Select
        changes
        label="Level"
        closeLabel="Close"
        value="a"
        onChange={clicked}
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />
      <RadioCards
        changes
        label="Mode"
        value="on"
        onChange={clicked}
        cards={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
      <Menu
        label="Actions"
        closeLabel="Close"
        items={[
          { key: 'copy', label: 'Copy', onSelect: clicked },
          { key: 'deploy', label: 'Deploy', changes: true, onSelect: clicked },
          { key: 'delete', label: 'Delete', danger: true, onSelect: clicked },
        ]}
        trigger={(trigger) => <Button {...trigger}>More</Button>}
      />
      <BulkBar
        label="Selected"
        count="1"
        closeLabel="Close"
        onClose={clicked}
        actions={[
          { key: 'off', label: 'Turn off', onClick: clicked },
          { key: 'csv', label: 'CSV', changes: false, onClick: clicked },
        ]}
      />
    </>,
  );
  return clicked;
}

test('a role that only reads: the page says so, and what saves is locked with the reason', async () => {
  const clicked = await renderPage('readOnly');
  const user = userEvent.setup();
  await screen.findAllByText(t('shell:lock.read'));
  const save = screen.getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
  await user.click(save);
  await user.click(screen.getByRole('switch', { name: 'Proxy' }));
  expect(clicked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(clicked).toHaveBeenCalledTimes(2);
});

test('every control that changes something at once is locked, and what only reads or opens isn’t', async () => {
  const clicked = await renderPage('readOnly');
  const user = userEvent.setup();
  await screen.findAllByText(t('shell:lock.read'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-disabled')).toBe('true'));
  for (const name of ['Pause', 'Detach', 'Turn off']) await user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'Level: A' }));
  expect(screen.queryByRole('option')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Off/ }));
  const open = () => user.click(screen.getByRole('button', { name: 'More' }));
  await open();
  for (const name of [/^Deploy/, /^Delete/]) {
    const item = await screen.findByRole('menuitem', { name });
    expect(item.textContent).toContain(t('shell:lock.read'));
    await user.click(item);
  }
  expect(clicked).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(clicked).toHaveBeenCalledTimes(2);
});

test('a role that may change the page is not locked', async () => {
  const clicked = await renderPage('admin');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('switch', { name: 'Proxy' }));
  expect(clicked).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(t('shell:lock.read'))).toBeNull();
  // What isn't about the page has its own lock.
  const own = screen.getByRole('button', { name: 'Close account' });
  await waitFor(() => expect(own.getAttribute('aria-disabled')).toBe('true'));
  await user.click(own);
  expect(clicked).toHaveBeenCalledTimes(2);
});

test('a control about another part of the panel than its page is locked by that part', () => {
  const lock = (role: (typeof roles)[number] | 'support', realm: LockedRealm) =>
    realmLock(t, { acting: { role, access: grantedAccess({ role, level: 'write' }) }, staffRole: null }, realm);
  const [control, view] = [t('shell:lock.control'), t('shell:lock.view')];
  expect([lock('domains', 'orders'), lock('domains', 'domains'), lock('billing', 'activity')]).toEqual([control, null, control]);
  expect([lock('admin', 'own'), lock('admin', 'webhooks'), lock('readOnly', 'webhooks')]).toEqual([control, null, control]);
  expect(lock('support', 'self')).toBe(view);
});

test('each role is locked where the table of roles says so', () => {
  const lock = (role: (typeof roles)[number] | 'support', route: RouteName, level: 'read' | 'write' = 'write') =>
    routeLock(t, { acting: { role, access: grantedAccess({ role, level }) }, staffRole: null }, route);
  const [read, none, view] = [t('shell:lock.read'), t('shell:lock.none'), t('shell:lock.view')];
  for (const role of ['owner', 'admin'] as const)
    for (const route of ['dns', 'servers', 'wallet', 'tickets', 'apiKeys', 'team', 'profile'] as const)
      expect(lock(role, route)).toBeNull();
  expect([lock('billing', 'wallet'), lock('billing', 'dns'), lock('billing', 'profile')]).toEqual([null, none, null]);
  expect([lock('readOnly', 'dns'), lock('readOnly', 'apiKeys'), lock('readOnly', 'notifications')]).toEqual([read, none, null]);
  expect([lock('domains', 'dns'), lock('domains', 'dns', 'read'), lock('domains', 'domainAdd'), lock('domains', 'servers')]).toEqual([
    null,
    read,
    none,
    none,
  ]);
  for (const route of ['dns', 'wallet', 'apiKeys', 'profile', 'dashboard'] as const) expect(lock('support', route)).toBe(view);
  expect(routeLock(t, { acting: null, staffRole: null }, 'dns')).toBeNull();
});

test('the role of an operator locks pages of operators, and controls about another area', () => {
  const lock = (staffRole: 'admin' | 'support' | 'billing', route: RouteName) => routeLock(t, { acting: null, staffRole }, route);
  const [read, none] = [t('shell:lock.staffRead'), t('shell:lock.staffNone')];
  expect([lock('admin', 'operatorStaff'), lock('support', 'operatorStaff'), lock('billing', 'operatorTickets')]).toEqual([
    null,
    none,
    none,
  ]);
  expect([lock('support', 'operatorDepartments'), lock('support', 'operatorTicket'), lock('billing', 'dns')]).toEqual([read, null, null]);
  const control = (staffRole: 'support' | 'billing') => realmLock(t, { acting: null, staffRole }, 'staff.money');
  expect([control('support'), control('billing')]).toEqual([t('shell:lock.staffControl'), null]);
});

test('a suspended account is locked but for paying, tickets and what is the person’s own', () => {
  const lock = (route: RouteName) => routeLock(t, { acting: null, staffRole: null, isSuspended: true }, route);
  const locked = t('error:suspended');
  expect([lock('dns'), lock('servers'), lock('apiKeys')]).toEqual([locked, locked, locked]);
  expect([lock('topUp'), lock('ticketNew'), lock('profile')]).toEqual([null, null, null]);
});
