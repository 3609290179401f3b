import { beforeEach, expect, test } from 'vitest';
import { demo, inPanel, render, screen, t, within, withProvider } from '../../../../tests/support/panel.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { Dialogs } from '../../shell/Dialogs.tsx';
import Logins from '../login/Logins.tsx';
import AuditLog from './AuditLog.tsx';

beforeEach(() => history.replaceState(null, '', '/account/audit-log'));

test('a change is listed with values, author, channel and address; filters narrow the list', async () => {
  const { user, request } = await inPanel();
  const { domainId } = demo;
  const { record } = await request(dns.create, { domainId, name: 'shop', type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false });
  await request(dns.update, { domainId, recordId: record.id, content: '203.0.113.6', ttl: 300 });
  render(<AuditLog />);
  const changed = (await screen.findAllByText(t('log:change.dnsRecord.update')))[0]?.closest('li');
  if (!changed) throw new Error('the change isn’t listed');
  const row = within(changed);
  for (const text of ['203.0.113.5', '203.0.113.6', demo.email, 'parvaz.example']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(/^panel · .*192\.0\.2\.1/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('log:action.delete') }));
  expect(await screen.findByText(t('log:audit.noMatch'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:list.clearFilters') }));
  expect(await screen.findAllByText(t('log:change.dnsRecord.update'))).not.toHaveLength(0);
});

test('the details of a change name its fields with both values', async () => {
  const { user, request } = await inPanel();
  await request(auth.language, { language: 'fa' });
  render(
    <>
      <AuditLog />
      <Dialogs />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: t('log:change.profile.update') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('log:detail.title') }));
  const fields = within(await dialog.findByRole('list', { name: t('log:column.changes') }));
  for (const text of [t('log:field.language'), t('log:detail.before'), 'English', t('log:detail.after'), 'فارسی'])
    expect(fields.getByText(text)).toBeTruthy();
});

test('the sign-in history lists refused sign-ins with their reason', async () => {
  const running = await withProvider();
  await running.try(auth.login, { username: demo.email, password: 'wrong-password' }, { ip: '198.51.100.9' });
  history.replaceState(null, '', '/account/logins?result=failure');
  render(<Logins />);
  const list = within(await screen.findByRole('list', { name: t('login:title') }));
  expect(list.getByText('198.51.100.9')).toBeTruthy();
  expect(list.getByText(t('login:reason.credentials'))).toBeTruthy();
  expect(list.queryByText(t('login:method.password'))).toBeNull();
});
