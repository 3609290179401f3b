// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { send } from '../../../lib/api/client.ts';
import { stale } from '../../../lib/api/query.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { navigate } from '../../../lib/navigate.ts';
import Conversation from './Conversation.tsx';
import NewTicket from './NewTicket.tsx';
import TicketList from './TicketList.tsx';

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

test('a ticket about a server leads back to it', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
  render(<NewTicket />);
  await user.type(await titleField(), 'It doesn’t boot');
  await choose(user, t('ticket:create.department'), t('ticket:department.technical'));
  await choose(user, t('ticket:create.service'), t('ticket:service.servers'));
  const { name } = await p.store.reader.selectFrom('server').select('name').where('id', '=', demo.serverId).executeTakeFirstOrThrow();
  await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${t('ticket:create.about')}`) }));
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await user.type(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  cleanup();
  render(<Conversation ticketId={went[0]?.split('/').at(-1) ?? ''} />);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`/servers/${demo.serverId}`);
});

test('diagnostics are attached once they were seen, not for another domain, and again when they have changed', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
  const about = async (option: string) => {
    await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${t('ticket:create.about')}`) }));
    await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
  };
  const attach = async (button = t('ticket:diagnostics.attach')) => {
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('https.tlsVersions');
    await user.click(within(dialog).getByRole('button', { name: t('ticket:diagnostics.confirm') }));
    await screen.findByText(t('ticket:diagnostics.attached'));
  };
  // A call of this session has failed.
  await expect(send(ticket.get, { ticketId: 'nothing' }, { notices: 'none' })).rejects.toThrow();
  render(<NewTicket />);
  await user.type(await titleField(), 'Slow');
  await choose(user, t('ticket:create.department'), t('ticket:department.technical'));
  await choose(user, t('ticket:create.service'), t('ticket:service.cdn'));
  await user.type(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');
  expect(screen.queryByRole('button', { name: t('ticket:diagnostics.attach') })).toBeNull();
  await about('ketabnama.example');
  await attach();
  await about('parvaz.example');
  expect(screen.queryByText(t('ticket:diagnostics.attached'))).toBeNull();
  await attach();
  await p.ok(https.update, { domainId: demo.domainId, http3: false }, { token: await p.signIn() });
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await screen.findByText(t('ticket:error.diagnosticsChanged'));
  expect(went).toEqual([]);
  await attach();
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  cleanup();

  render(<Conversation ticketId={went[0]?.split('/').at(-1) ?? ''} />);
  await user.click(await screen.findByText(t('ticket:diagnostics.label')));
  const name = await screen.findByText('https.http3');
  expect(name.parentElement?.textContent).toBe('https.http3false');
  await screen.findByText(/^\/ticket\/get: 404 request [\da-f-]{36}$/);
});

test('a conversation is answered, previewed, rated, closed and reopened', async () => {
  const p = await withProvider();
  const user = userEvent.setup();
  render(<Conversation ticketId={demo.ticketId} />);
  const list = await screen.findByRole('region', { name: t('ticket:conversation.messages') });
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: t('ticket:rating.good') }));
  await screen.findByText(t('ticket:rating.thanksGood'));

  await user.type(screen.getByRole('textbox', { name: t('ticket:conversation.reply') }), 'It is **fast** again');
  await user.click(screen.getByRole('radio', { name: t('ticket:editor.preview') }));
  await waitFor(() => expect(document.querySelector('form .message strong')?.textContent).toBe('fast'));
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.send') }));
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(3));
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
  await withProvider({ signedIn: demo.second });
  render(<Conversation ticketId={demo.ticketId} />);
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
  await withProvider({ signedIn: demo.second });
  render(<TicketList state="active" />);
  await screen.findByRole('heading', { name: t('ticket:empty.title') });
});

test('files are uploaded while the message is written, refused with their reason, removed and sent', async () => {
  const p = await withProvider();
  uploadsThroughFetch();
  const user = userEvent.setup({ applyAccept: false });
  render(<Conversation ticketId={demo.ticketId} />);
  const box = await screen.findByRole('textbox', { name: t('ticket:conversation.reply') });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no field for files');
  const file = (name: string, text: string) => new File([text], name);
  await user.upload(input, [
    file('trace.log', 'GET /media 504'),
    file('copy.log', 'GET /media 504'),
    file('a.svg', '<svg onload="x">'),
    file('b.txt', 'b'),
  ]);
  await screen.findByText(t('error:fileDuplicate'));
  await screen.findByText(t('error:fileFormat'));
  await waitFor(() => expect(screen.getAllByText(t('common:upload.done'))).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: t('common:upload.remove', { name: 'b.txt' }) }));
  await waitFor(async () =>
    expect(await p.store.reader.selectFrom('storedFile').select('name').execute()).toEqual([{ name: 'trace.log' }]),
  );
  await user.type(box, 'Here is a log');
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.send') }));
  const link = await screen.findByRole('link', { name: /trace\.log/ });
  expect(link.getAttribute('href')).toMatch(/^\/api\/ticket\/attachment\?fileId=/);
  expect(link.getAttribute('download')).toBe('trace.log');
  expect(screen.queryByText(t('common:upload.done'))).toBeNull();
});
