import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseOption, demo, expectDialog, openPage, t, withProvider } from '../../../../../tests/support/panel.ts';
import OperatorConversation from './OperatorConversation.tsx';
import OperatorTickets from './OperatorTickets.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/tickets'));

test('an operator assigns a ticket, notes, answers with a template and closes it', async () => {
  const { running: p, user } = await openPage(<OperatorConversation ticketId={demo.ticketId} />, { signedIn: demo.operator });
  const list = await screen.findByRole('region', { name: t('ticket:conversation.messages') });
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(2));
  const choose = (label: string, option: string) => chooseOption(new RegExp(`^${label}`), option);
  await choose(t('operatorTicket:column.assignee'), demo.operator);
  await waitFor(async () =>
    expect(await p.store.reader.selectFrom('ticket').select('assignedTo').where('id', '=', demo.ticketId).executeTakeFirst()).toMatchObject(
      {
        assignedTo: expect.any(String),
      },
    ),
  );

  await user.click(screen.getByRole('radio', { name: t('operatorTicket:note') }));
  await user.type(screen.getByRole('textbox', { name: t('operatorTicket:note') }), 'Known case');
  await user.click(screen.getByRole('button', { name: t('operatorTicket:answer.saveNote') }));
  await within(list).findByText('Known case');

  await user.type(screen.getByRole('textbox', { name: t('operatorTicket:answer.title') }), 'Hello');
  await user.click(screen.getByRole('button', { name: t('operatorTicket:template.open') }));
  const dialog = expectDialog('standard');
  const shown = render(dialog.body() as React.ReactElement);
  await user.click(await shown.findByRole('button', { name: t('operatorTicket:template.useOne', { name: 'Name servers' }) }));
  shown.unmount();
  expect(screen.getByRole('textbox', { name: t('operatorTicket:answer.title') })).toHaveProperty(
    'value',
    expect.stringMatching(/^Hello\n\n.*registrar/s),
  );
  await user.click(screen.getByRole('button', { name: t('operatorTicket:answer.send') }));
  await within(list).findByText(/registrar/);

  await choose(t('ticket:column.status'), t('ticket:status.closed'));
  await screen.findByText(t('operatorTicket:answer.closed'));
});

test('the queue has the tickets of all accounts, most urgent first, with closed ones separate', async () => {
  await withProvider({ signedIn: demo.operator });
  const view = render(<OperatorTickets state="open" />);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(2));
  const [, first] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Receipt');
  view.unmount();
  render(<OperatorTickets state="closed" />);
  await screen.findByText('Certificate for a new subdomain');
  expect(screen.queryByText('Receipt for last month’s payment')).toBeNull();
});
