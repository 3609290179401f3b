import { beforeEach, expect, test } from 'vitest';
import {
  demo,
  expectDialog,
  fill,
  inPanel,
  render,
  screen,
  t,
  waitFor,
  within,
  type withProvider,
} from '../../../../tests/support/panel.ts';
import { startReceiver } from '../../../../tests/support/receiver.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import LogForward from './LogForward.tsx';

const { domainId, logTargetId } = demo;
const host = 'logs.parvaz.example';
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/settings'));

async function renderPage(prepare?: (running: Awaited<ReturnType<typeof withProvider>>) => Promise<unknown>) {
  const { running, user, request } = await inPanel({ env: { CHECK_ALLOW: '127.0.0.0/8' } });
  await prepare?.(running);
  render(<LogForward domainName="parvaz.example" />);
  const card = within(await screen.findByRole('region', { name: t('logForward:title') }));
  const targets = async () => (await request(logForward.list, { domainId })).targets;
  const menu = async (item: string) => {
    await user.click(await card.findByRole('button', { name: t('logForward:row.menu', { target: host }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, card, targets, menu, request };
}

test('shows what is sent, where to, and its status', async () => {
  const { card } = await renderPage();
  expect(card.getByText(t('logForward:sent'))).toBeTruthy();
  const list = within(await card.findByRole('list', { name: t('logForward:list') }));
  expect(list.getByText('https://logs.parvaz.example/ingest')).toBeTruthy();
  expect(list.getByText(t('logForward:state.off'))).toBeTruthy();
  expect(list.getByText(t('logForward:row.never'))).toBeTruthy();
});

test('a target is added with a secret; errors are shown beside their field', async () => {
  const { user, card, targets } = await renderPage();
  await user.click(await card.findByRole('button', { name: t('logForward:add') }));
  const form = within(await screen.findByRole('form', { name: t('logForward:addTitle') }));
  const url = form.getByLabelText(t('logForward:form.url'));
  const secret = form.getByLabelText(new RegExp(`^${t('logForward:form.secret')}`));
  await user.type(url, 'collector.example.com');
  await user.type(secret, 'short');
  await user.click(form.getByRole('button', { name: t('logForward:form.save') }));
  expect(await form.findByText(t('target:error.url'))).toBeTruthy();
  expect(form.getByText(t('logForward:error.secret', { min: 16, max: 256 }))).toBeTruthy();
  await fill(url, 'https://10.0.0.1/in');
  await user.type(secret, '-and-much-longer');
  await user.click(form.getByRole('button', { name: t('logForward:form.save') }));
  // Only the provider knows which networks are allowed.
  expect(await form.findByText(t('target:error.closed', { address: '10.0.0.1' }))).toBeTruthy();
  await fill(url, 'https://collector.example.com/in');
  await user.click(form.getByRole('radio', { name: /^JSON/ }));
  await user.click(form.getByRole('button', { name: t('logForward:form.save') }));
  await waitFor(async () =>
    expect((await targets())[1]).toMatchObject({ target: 'https://collector.example.com/in', format: 'json', signed: true, enabled: true }),
  );
});

test('a target is edited, keeps or removes its secret, and a change made elsewhere is shown', async () => {
  const { user, menu, targets, request } = await renderPage((p) =>
    p
      .signIn()
      .then((signedIn) => p.ok(logForward.update, { domainId, targetId: logTargetId, secret: 'Zq7-mN3x_Lw9.Ty5k' }, { token: signedIn })),
  );
  await menu(t('common:edit'));
  const form = within(await screen.findByRole('form', { name: t('logForward:editTitle') }));
  expect(form.getByText(t('logForward:form.secretKeep'))).toBeTruthy();
  await user.click(form.getByRole('radio', { name: /^JSON/ }));
  await request(logForward.update, { domainId, targetId: logTargetId, target: `https://${host}/other` });
  await user.click(form.getByRole('button', { name: t('logForward:form.save') }));
  expect(await form.findByText(t('logForward:conflict'))).toBeTruthy();
  await user.click(form.getByRole('button', { name: t('common:keepWriting') }));
  await user.click(form.getByLabelText(t('logForward:form.removeSecret')));
  await user.click(form.getByRole('button', { name: t('logForward:form.save') }));
  await waitFor(async () => expect((await targets())[0]).toMatchObject({ format: 'json', signed: false }));
});

test('a test shows the response; the switch turns forwarding on', async () => {
  const receiver = await startReceiver();
  const { user, card, targets } = await renderPage((p) =>
    p.signIn().then((token) => p.ok(logForward.update, { domainId, targetId: logTargetId, target: receiver.url }, { token })),
  );
  await user.click(await card.findByRole('button', { name: t('logForward:test.action') }));
  expect((await card.findByText(/^Responded with 204 in/)).closest('[role=status]')).toBeTruthy();
  expect(receiver.batches[0]?.entries).toMatchObject([{ test: true }]);
  await receiver.stop();
  await user.click(card.getByRole('button', { name: t('logForward:test.action') }));
  expect(await card.findByText(t('logForward:test.failed', { message: t('target:reason.refused') }))).toBeTruthy();
  await user.click(card.getByRole('switch', { name: t('logForward:row.toggle', { target: `127.0.0.1:${receiver.port}` }) }));
  await waitFor(async () => expect((await targets())[0]?.enabled).toBe(true));
});

test('a failing target shows the reason and the next retry', async () => {
  const { card } = await renderPage((p) =>
    updateStored(
      p,
      'logTarget',
      { id: logTargetId },
      {
        enabled: true,
        attempts: 3,
        failingSince: p.clock.now,
        failedAt: p.clock.now,
        nextAttemptAt: p.clock.now,
        reason: 'status',
        status: 503,
      },
    ),
  );
  expect(await card.findByText(t('logForward:state.failing'))).toBeTruthy();
  expect(card.getByText(new RegExp(t('target:reason.status', { status: 503 })))).toBeTruthy();
});

test('without the plan, the plan gate replaces the controls, and a target can only be deleted', async () => {
  const { card, menu, targets } = await renderPage((p) => updateStored(p, 'domain', { id: domainId }, { plan: 'com' }));
  expect(await card.findByRole('link', { name: t('common:showPlans') })).toBeTruthy();
  expect(card.queryByRole('button', { name: t('logForward:add') })).toBeNull();
  expect(card.queryByRole('switch')).toBeNull();
  await menu(t('logForward:remove.action'));
  await expectDialog().run();
  await waitFor(async () => expect(await targets()).toEqual([]));
});
