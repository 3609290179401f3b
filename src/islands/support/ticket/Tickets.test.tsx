import { beforeEach, expect, test, vi } from 'vitest';
import { findIndex } from '../../../../tests/support/findIndex.ts';
import {
  chooseOption,
  cleanup,
  demo,
  openPage,
  paste,
  render,
  screen,
  t,
  userEvent,
  waitFor,
  within,
  withProvider,
} from '../../../../tests/support/panel.ts';
import { stale } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { clearSession } from '../../../browser/stores/session.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { translator } from '../../../lib/i18n/server.ts';
import Conversation from './Conversation.tsx';
import NewTicket from './NewTicket.tsx';
import TicketList from './TicketList.tsx';

const went: string[] = [];
beforeEach(() => {
  went.length = 0;
  vi.spyOn(navigate, 'to').mockImplementation((path) => void went.push(path));
  history.replaceState(null, '', '/tickets');
});

const titleField = () => screen.findByRole('textbox', { name: t('ticket:create.title') });
const choose = (label: string, option: string) => chooseOption(new RegExp(`^${label}`), option);

test('a ticket is written, refused at its fields, kept across a crash and opened', async () => {
  const { running: p, user } = await openPage(<NewTicket />);
  await paste(await titleField(), 'Site is down');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await screen.findByText(t('ticket:error.department'));
  await screen.findByText(t('ticket:error.message'));
  await paste(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toHaveLength(1));

  // The tab dies; another one opens.
  cleanup();
  render(<NewTicket />);
  expect(await titleField()).toHaveProperty('value', 'Site is down');
  expect(screen.getByRole('textbox', { name: t('ticket:create.message') })).toHaveProperty('value', 'Since noon');
  await choose(t('ticket:create.department'), 'Technical');
  await choose(t('ticket:create.service'), 'DNS');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  const made = await p.store.reader.selectFrom('ticket').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();
  expect(went).toEqual([`/tickets/${made.id}`]);
  expect(made).toMatchObject({ title: 'Site is down', departmentId: 'technical', service: 'dns', status: 'pending' });
  cleanup();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toEqual([]);
});

test('a link gives the title, and the guides of the palette’s index that answer it are suggested', async () => {
  await withProvider({ locale: 'es' });
  const calls = globalThis.fetch;
  // Files of the built site.
  const files = new Map<string, unknown>([
    ['/find/es.json', findIndex('es')],
    ['/faq-answers/es.json', []],
  ]);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    files.has(String(input)) ? Promise.resolve(Response.json(files.get(String(input)))) : calls(input, init),
  );
  history.replaceState(null, '', `/tickets/new#title=${encodeURIComponent('vaciar caché')}`);
  render(<NewTicket />);
  expect(await screen.findByRole('textbox', { name: translator('es')('ticket:create.title') })).toHaveProperty('value', 'vaciar caché');
  const [link] = await screen.findAllByRole('link', { name: /caché/ });
  expect(link?.getAttribute('href')).toBe('/es/docs/cache');
  expect(location.hash).toBe('');
});

test('what one customer typed isn’t there for the next one', async () => {
  await openPage(<NewTicket />);
  await paste(await titleField(), 'Private');
  cleanup();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toHaveLength(1);
  clearSession();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nasim:draft:'))).toEqual([]);
});

test('a conversation is answered, previewed, rated, closed and reopened', async () => {
  const { running: p, user } = await openPage(<Conversation ticketId={demo.ticketId} />);
  const list = await screen.findByRole('region', { name: t('ticket:conversation.messages') });
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: t('ticket:rating.good') }));
  await screen.findByText(t('ticket:rating.thanksGood'));

  await user.type(screen.getByRole('textbox', { name: t('ticket:conversation.reply') }), 'It is **fast** again');
  await user.click(screen.getByRole('radio', { name: t('ticket:editor.preview') }));
  await waitFor(() => expect(document.querySelector('form .message strong')?.textContent).toBe('fast'));
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.send') }));
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(3));
  await user.click(screen.getByRole('radio', { name: t('ticket:editor.write') }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('ticket:conversation.reply') }).value).toBe('');
  await screen.findByText(t('ticket:status.active'));

  await p.ok(operatorTicket.reply, { ticketId: demo.ticketId, message: 'Glad to hear it.' }, { token: await p.signInOperator() });
  stale(ticket.get);
  await within(list).findByText('Glad to hear it.');
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.close') }));
  await screen.findByText(t('ticket:conversation.closedNote'));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.reopen') }));
  await screen.findByRole('textbox', { name: t('ticket:conversation.reply') });
});

test('a ticket that the account doesn’t have is said to be unknown', async () => {
  await openPage(<Conversation ticketId={demo.ticketId} />, { signedIn: demo.second });
  await screen.findByRole('heading', { name: t('ticket:conversation.unknownTitle') });
});

test('the list shows the open tickets, and one that is closed leaves it', async () => {
  await withProvider();
  const user = userEvent.setup();
  render(<TicketList state="active" />);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(2));
  const [button] = screen.getAllByRole('button', { name: t('ticket:menu.label', { number: '#1003' }) });
  if (button) await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: t('ticket:conversation.close') }));
  await waitFor(() => expect(screen.queryByText('Product images load slowly since this morning')).toBeNull());
});

test('an account without tickets is told what they are for', async () => {
  await openPage(<TicketList state="active" />, { signedIn: demo.second });
  await screen.findByRole('heading', { name: t('ticket:empty.title') });
});
