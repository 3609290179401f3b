// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { navigate } from '../../../lib/navigate.ts';
import { clearSession } from '../../../lib/stores/session.ts';
import NewTicket from './NewTicket.tsx';

const t = translator('en');
const went: string[] = [];
beforeEach(() => {
  went.length = 0;
  navigate.to = (path) => void went.push(path);
  history.replaceState(null, '', '/tickets');
});
afterEach(cleanup);

const titleField = () => screen.findByRole('textbox', { name: t('ticket:create.title') });
const choose = async (user: ReturnType<typeof userEvent.setup>, label: string, option: string) => {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }));
  await user.click(await screen.findByRole('option', { name: option }));
};

test('a ticket is written, refused at its fields, kept across a crash and opened', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
  render(<NewTicket />);
  await user.click(await titleField());
  await user.paste('Site is down');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await screen.findByText(t('ticket:error.department'));
  await screen.findByText(t('ticket:error.message'));
  await user.click(screen.getByRole('textbox', { name: t('ticket:create.message') }));
  await user.paste('Since noon');
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toHaveLength(1));

  // The tab dies; another one opens.
  cleanup();
  render(<NewTicket />);
  expect(await titleField()).toHaveProperty('value', 'Site is down');
  expect(screen.getByRole('textbox', { name: t('ticket:create.message') })).toHaveProperty('value', 'Since noon');
  await choose(user, t('ticket:create.department'), t('ticket:department.technical'));
  await choose(user, t('ticket:create.service'), t('ticket:service.dns'));
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  const made = await p.store.reader.selectFrom('ticket').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();
  expect(went).toEqual([`/tickets/${made.id}`]);
  expect(made).toMatchObject({ title: 'Site is down', departmentId: 'technical', service: 'dns', status: 'pending' });
  cleanup();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toEqual([]);
});

test('what one customer typed isn’t there for the next one', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<NewTicket />);
  await user.click(await titleField());
  await user.paste('Private');
  cleanup();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toHaveLength(1);
  clearSession();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toEqual([]);
});
