// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { staleGroups } from '../../../lib/api/query.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs } from '../../../lib/stores/dialogs.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import { edgeKeys } from '../../../provider/core/edgeKeys.ts';
import RateLimits from './RateLimits.tsx';

const t = translator('en');
const { domainId } = demo;
beforeEach(() => {
  history.replaceState(null, '', '/domains/parvaz.example/rate-limit');
  $snackbars.set([]);
});
afterEach(cleanup);

/** Takes back the change that the newest snackbar reports. */
async function undo(title: string, description?: string) {
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title, ...(description && { description }) }));
  $snackbars.get().at(-1)?.action?.run();
}

async function shown() {
  const running = await withProvider();
  const user = userEvent.setup();
  render(<RateLimits domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('rateLimit:title') });
  const token = await running.signIn();
  const rules = async () => (await running.ok(rateLimit.list, { domainId }, { token })).rules;
  const titles = () =>
    within(screen.getByRole('list', { name: t('rateLimit:title') }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent);
  const menu = async (title: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('rules:actions', { title }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { running, user, list, rules, titles, menu };
}

test('shows the rules in order, each with its effect and whether it is on', async () => {
  const { titles, list } = await shown();
  expect(titles()).toEqual(['Sign-in attempts', 'API clients']);
  expect(list.textContent).toContain('More than 10 requests in 1 minute from one address: blocked for 10 minutes.');
  expect(screen.getByRole('switch', { name: t('rules:switch', { title: 'Sign-in attempts' }) }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('switch', { name: t('rules:switch', { title: 'API clients' }) }).getAttribute('aria-checked')).toBe('false');
});

test('a rule is turned off by its switch, and on again by Undo', async () => {
  const { user, rules } = await shown();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'Sign-in attempts' }) }));
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(false));
  await undo(t('rules:turnedOff'), 'Sign-in attempts');
  await waitFor(async () => expect((await rules())[0]?.deploy).toBe(true));
  await waitFor(() => expect($snackbars.get().map(({ title }) => title)).toEqual([t('rules:turnedOn')]));
});

test('turning on a draft deploys it, which Undo could not take back', async () => {
  const { user, rules } = await shown();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'API clients' }) }));
  await waitFor(async () => expect((await rules())[1]?.deploy).toBe(true));
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title: t('rules:turnedOn') }));
  expect($snackbars.get().at(-1)?.action).toBeUndefined();
});

test('a rule moves down from its menu, the list follows, and Undo moves it back', async () => {
  const { menu, rules, titles } = await shown();
  await menu('Sign-in attempts', t('rules:move.down'));
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients', 'Sign-in attempts']));
  await waitFor(() => expect(titles()).toEqual(['API clients', 'Sign-in attempts']));
  await undo(t('rules:reordered'));
  await waitFor(() => expect(titles()).toEqual(['Sign-in attempts', 'API clients']));
  expect((await rules()).map(({ title }) => title)).toEqual(['Sign-in attempts', 'API clients']);
});

test('a rule is added, and errors are shown beside their field', async () => {
  const { user, rules } = await shown();
  await user.click(screen.getByRole('button', { name: t('rateLimit:add') }));
  const form = await screen.findByRole('form', { name: t('rateLimit:addTitle') });
  const field = (label: string) => within(form).getByLabelText(label);
  await user.type(field(t('rateLimit:field.path')), 'search');
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await within(form).findByText(t('rules:error.pattern', { domain: 'parvaz.example' }))).toBeTruthy();
  await user.clear(field(t('rateLimit:field.path')));
  await user.type(field(t('rateLimit:field.path')), '/search*');
  await user.type(field(t('rateLimit:field.title')), 'Search');
  await user.click(within(form).getByRole('button', { name: t('rules:save') }));
  await waitFor(async () => expect(await rules()).toHaveLength(3));
  expect((await rules())[2]).toMatchObject({ title: 'Search', path: '/search*', deploy: false, requestCount: 100 });
});

test('the palette opens the form of a new rule', async () => {
  history.replaceState(null, '', '/domains/parvaz.example/rate-limit#add');
  await withProvider();
  render(<RateLimits domainName="parvaz.example" />);
  expect(await screen.findByRole('form', { name: t('rateLimit:addTitle') })).toBeTruthy();
});

test('a rule is edited into a draft, which its menu deploys', async () => {
  const { user, rules, menu } = await shown();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  const count = within(form).getByLabelText(t('rateLimit:field.count'));
  await user.clear(count);
  await user.type(count, '5');
  await user.click(within(form).getByRole('button', { name: t('rules:save') }));
  await waitFor(async () => expect((await rules())[0]).toMatchObject({ requestCount: 5, deployed: { requestCount: 10 } }));
  // The second rule of the demo domain was never deployed.
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: t('rateLimit:title') })).getAllByText(t('rules:draft'))).toHaveLength(2),
  );
  await menu('Sign-in attempts', t('rules:deployDraft'));
  await waitFor(async () => expect((await rules())[0]).toMatchObject({ requestCount: 5, deployed: null }));
});

test('Cancel closes the dialog, and asks before discarding input', async () => {
  const { user, menu } = await shown();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  await user.click(within(form).getByRole('button', { name: t('common:cancel') }));
  await waitFor(() => expect(screen.queryByRole('form', { name: t('rateLimit:editTitle') })).toBeNull());
  await menu('Sign-in attempts', t('rules:edit'));
  const again = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  await user.type(within(again).getByLabelText(t('rateLimit:field.title')), ' 2');
  await user.click(within(again).getByRole('button', { name: t('common:cancel') }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('form', { name: t('rateLimit:editTitle') })).toBeTruthy();
});

test('a rule is deleted after confirmation, and created again by Undo', async () => {
  const { menu, rules } = await shown();
  const before = (await rules())[0];
  await menu('Sign-in attempts', t('rules:delete'));
  const [dialog] = $dialogs.get();
  expect(dialog).toMatchObject({ kind: 'confirm', title: t('rateLimit:confirm.title', { title: 'Sign-in attempts' }) });
  if (dialog?.kind === 'confirm') await dialog.run();
  await waitFor(async () => expect((await rules()).map(({ title }) => title)).toEqual(['API clients']));
  await undo(t('rateLimit:deleted'), 'Sign-in attempts');
  await waitFor(async () => expect(await rules()).toHaveLength(2));
  const { title, path, requestCount, time, blockTime, action, deploy, priority } = before ?? expect.fail('it was there');
  expect((await rules())[0]).toMatchObject({ title, path, requestCount, time, blockTime, action, deploy, priority, draft: false });
});

test('a rule changed elsewhere is shown beside mine, and I choose', async () => {
  const { running, user, rules, menu } = await shown();
  await menu('Sign-in attempts', t('rules:edit'));
  const form = await screen.findByRole('form', { name: t('rateLimit:editTitle') });
  const path = within(form).getByLabelText(t('rateLimit:field.path'));
  await user.clear(path);
  await user.type(path, '/mine*');
  const token = await running.signIn();
  await running.ok(rateLimit.update, { domainId, ruleId: demo.rateLimitIds[0], path: '/theirs*' }, { token });
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await within(form).findByText(t('rules:conflict'))).toBeTruthy();
  expect(within(form).getByText('/theirs*')).toBeTruthy();
  expect((await rules())[0]?.path).toBe('/theirs*');
  await user.click(within(form).getByRole('button', { name: t('common:keepWriting') }));
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect((await rules())[0]).toMatchObject({ path: '/mine*', deployed: null }));
});

test('limits are found by what they do, and filtered by action', async () => {
  const { user, titles } = await shown();
  const search = screen.getByRole('searchbox', { name: t('listTools:search') });
  await user.type(search, 'blocked for 10 minutes');
  await waitFor(() => expect(titles()).toEqual(['Sign-in attempts']));
  await user.clear(search);
  await waitFor(() => expect(titles()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('rules:draft')}`), pressed: false }));
  await waitFor(() => expect(titles()).toEqual(['API clients']));
});

test('a rule goes from deploying to live when the second edge reports, while another one stays deploying', async () => {
  const { provider, store, ok, signIn } = await withProvider({ env: { EDGE_DRIVER: 'node' } });
  const { jobs, env, secrets } = provider.services;
  const token = await signIn();
  const [login, api] = demo.rateLimitIds;
  const versionIs = (wanted: number) =>
    waitFor(async () => {
      const { wantedVersion } = await store.reader
        .selectFrom('desired')
        .select('wantedVersion')
        .where('id', '=', `edge:${domainId}`)
        .executeTakeFirstOrThrow();
      expect(wantedVersion).toBe(wanted);
    });
  const report = async (edgeId: string, version: number) => {
    const body = { edgeId, hostname: edgeId, versions: { [domainId]: version }, refused: {}, startedAt: 1 };
    const headers = { authorization: `Bearer ${edgeKeys(env, secrets).key}`, 'content-type': 'application/json' };
    const request = new Request('http://provider/edge/report', { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await provider.answer(request, { ip: '192.0.2.9' })).status).toBe(200);
  };
  // As the stream of a window, which jsdom has not.
  store.committed((stale) => staleGroups(stale.map(({ group }) => group)));
  await store.write('t', (tx) => jobs.enqueue(tx, 'edge.compare'));
  await jobs.runDue();
  for (const id of ['edge-1', 'edge-2']) await report(id, 1);

  await ok(rateLimit.toggleDeploy, { domainId, ruleId: api, deploy: true }, { token });
  await versionIs(2);
  await report('edge-1', 2);
  await ok(rateLimit.update, { domainId, ruleId: login, requestCount: 5, deploy: true }, { token });
  await versionIs(3);
  render(<RateLimits domainName="parvaz.example" />);
  const list = within(await screen.findByRole('list', { name: t('rateLimit:title') }));
  const states = () => list.getAllByRole('listitem').map((row) => row.querySelector('[data-edge]')?.textContent);
  const deploying = (confirmed: number) => t('deploy:edge.deploying', { confirmed: String(confirmed), ...counted(2, 'en') });
  await waitFor(() => expect(states()).toEqual([deploying(0), deploying(1)]));
  await report('edge-2', 2);
  await waitFor(() => expect(states()).toEqual([deploying(0), t('deploy:edge.deployed', counted(2, 'en'))]));
});
