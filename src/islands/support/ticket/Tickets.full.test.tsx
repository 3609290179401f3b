import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseOption, demo, inPanel, openPage, t, userEvent, withProvider } from '../../../../tests/support/panel.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { uploadsThroughFetch } from '../../../../tests/support/upload.ts';
import { send } from '../../../browser/api/client.ts';
import { navigate } from '../../../browser/navigate.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import Conversation from './Conversation.tsx';
import NewTicket from './NewTicket.tsx';

const went: string[] = [];
beforeEach(() => {
  went.length = 0;
  vi.spyOn(navigate, 'to').mockImplementation((path) => void went.push(path));
  history.replaceState(null, '', '/tickets');
});

const titleField = () => screen.findByRole('textbox', { name: t('ticket:create.title') });
const choose = (label: string, option: string) => chooseOption(new RegExp(`^${label}`), option);

test('a ticket about a server leads back to it', async () => {
  const { running: p, user } = await openPage(<NewTicket />);
  await user.type(await titleField(), 'It doesn’t boot');
  await choose(t('ticket:create.department'), 'Technical');
  await choose(t('ticket:create.service'), 'Cloud servers');
  const { name } = await storedOne(p, 'server', { id: demo.serverId });
  await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${t('ticket:create.about')}`) }));
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await user.type(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
  cleanup();
  render(<Conversation ticketId={went[0]?.split('/').at(-1) ?? ''} />);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`/servers/${demo.serverId}`);
});

test('a new ticket has the departments of today: renamed ones, and none that an operator retires meanwhile', async () => {
  const p = await withProvider();
  const operator = { token: await p.signInOperator() };
  const update = async (id: string, changes: object) => {
    const { departments } = await p.ok(operatorDepartment.list, {}, operator);
    const { id: departmentId, ...department } = departments.find((one) => one.id === id) ?? expect.fail(`no department ${id}`);
    await p.ok(operatorDepartment.update, { departmentId, ...department, ...changes }, operator);
  };
  await update('technical', { title: { en: 'Engineers' } });
  await update('sales', { isRetired: true });
  const user = userEvent.setup();
  render(<NewTicket />);
  await user.type(await titleField(), 'Slow');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('ticket:create.department')}`) }));
  const names = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(await names()).toEqual(['Engineers', 'Billing']);
  await user.click(screen.getByRole('option', { name: 'Billing' }));
  await choose(t('ticket:create.service'), 'Invoices');
  await user.type(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');

  await update('billing', { isRetired: true });
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await screen.findByText(t('ticket:error.department'));
  await choose(t('ticket:create.department'), 'Engineers');
  await choose(t('ticket:create.service'), 'DNS');
  await user.click(screen.getByRole('button', { name: t('ticket:create.submit') }));
  await waitFor(() => expect(went).toHaveLength(1));
});

test('diagnostics are attached once they were seen, not for another domain, and again when they have changed', async () => {
  const { user, request } = await inPanel();
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
  await choose(t('ticket:create.department'), 'Technical');
  await choose(t('ticket:create.service'), 'CDN and caching');
  await user.type(screen.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon');
  expect(screen.queryByRole('button', { name: t('ticket:diagnostics.attach') })).toBeNull();
  await about('ketabnama.example');
  await attach();
  await about('parvaz.example');
  expect(screen.queryByText(t('ticket:diagnostics.attached'))).toBeNull();
  await attach();
  await request(https.update, { domainId: demo.domainId, http3: false });
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
  await waitFor(async () => expect(await stored(p, 'storedFile')).toMatchObject([{ name: 'trace.log' }]));
  await user.type(box, 'Here is a log');
  await user.click(screen.getByRole('button', { name: t('ticket:conversation.send') }));
  const link = await screen.findByRole('link', { name: /trace\.log/ });
  expect(link.getAttribute('href')).toMatch(/^\/api\/ticket\/attachment\?fileId=/);
  expect(link.getAttribute('download')).toBe('trace.log');
  expect(screen.queryByText(t('common:upload.done'))).toBeNull();
});
