import { beforeEach, expect, test } from 'vitest';
import {
  $dialogs,
  act,
  demo,
  inPanel,
  render,
  screen,
  t,
  userEvent,
  waitFor,
  within,
  withProvider,
} from '../../../../tests/support/panel.ts';
import { operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import Edges from './Edges.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/edges'));

test('an edge is added, and its command shown once; a wrong address is refused at its field', async () => {
  await withProvider({ signedIn: demo.operator, env: { EDGE_DRIVER: 'node' } });
  const user = userEvent.setup();
  render(<Edges />);
  await user.click((await screen.findAllByRole('button', { name: t('operatorEdge:add') }))[0] as HTMLElement); // the list is empty
  const form = within(await screen.findByRole('form', { name: t('operatorEdge:add') }));
  await user.type(form.getByRole('textbox', { name: t('operatorEdge:field.name') }), 'Frankfurt 1');
  const addresses = form.getByRole('textbox', { name: t('operatorEdge:field.addresses') });
  await user.type(addresses, 'edge.example');
  await user.click(form.getByRole('button', { name: t('operatorEdge:add') }));
  await form.findByText(t('operatorEdge:error.address'));
  await user.clear(addresses);
  await user.type(addresses, '192.0.2.10');
  await user.click(form.getByRole('button', { name: t('operatorEdge:add') }));
  expect(await screen.findByText(/EDGE_TOKEN=\S+/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('operatorEdge:command.done') }));
  expect(await screen.findByRole('row', { name: new RegExp(`Frankfurt 1.*${t('operatorEdge:health.waiting')}`) })).toBeTruthy();
  expect(screen.queryByText(/EDGE_TOKEN/)).toBeNull();
});

test('a place is added, and an edge is drained and removed', async () => {
  const { running: p, user } = await inPanel({ signedIn: demo.operator, env: { EDGE_DRIVER: 'node' } });
  const token = await p.signInOperator();
  await p.ok(operatorEdge.add, { name: 'Frankfurt 1', placeId: null, addresses: [] }, { token });
  render(<Edges />);
  await user.click(await screen.findByRole('button', { name: t('operatorEdge:addPlace') }));
  const form = within(await screen.findByRole('form', { name: t('operatorEdge:addPlace') }));
  await user.type(form.getByRole('textbox', { name: t('operatorEdge:field.name') }), 'Frankfurt');
  await user.click(form.getByRole('button', { name: t('operatorEdge:save') }));
  await screen.findByRole('button', { name: t('operatorEdge:editOf', { name: 'Frankfurt' }) });
  const menu = () => screen.findByRole('button', { name: t('operatorEdge:menu', { name: 'Frankfurt 1' }) });
  await user.click(await menu());
  await user.click(await screen.findByRole('menuitem', { name: t('operatorEdge:mode.drained') }));
  await screen.findByRole('row', { name: new RegExp(t('operatorEdge:modeState.drained')) });
  await user.click(await menu());
  await user.click(await screen.findByRole('menuitem', { name: t('operatorEdge:remove') }));
  // The question is shown by the shell.
  const question = await waitFor(() => $dialogs.get().find(({ kind }) => kind === 'delete') ?? expect.unreachable('no question'));
  if (question.kind === 'delete') await act(async () => question.run());
  await screen.findByText(t('operatorEdge:empty'));
});
