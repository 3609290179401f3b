import { beforeEach, expect, test } from 'vitest';
import { compareAll, controlledEdge, readDesired } from '../../../../tests/support/edgeControl.ts';
import { $snackbars, demo, fill, inPanel, openPage, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { staleGroups } from '../../../browser/api/query.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { counted } from '../../../lib/format/quantity.ts';
import RateLimits from './RateLimits.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/rate-limit'));

async function renderPage() {
  const { user, request } = await openPage(<RateLimits domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('rateLimit:title') });
  const rules = async () => (await request(rateLimit.list, { domainId })).rules;
  const titles = () =>
    within(screen.getByRole('list', { name: t('rateLimit:title') }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent);
  return { user, list, rules, titles };
}

test('turning on a draft deploys it, which Undo could not take back', async () => {
  const { user, rules } = await renderPage();
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title: 'API clients' }) }));
  await waitFor(async () => expect((await rules())[1]?.deploy).toBe(true));
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title: t('rules:turnedOn') }));
  expect($snackbars.get().at(-1)?.action).toBeUndefined();
});

test('a rule is added, and errors are shown beside their field', async () => {
  const { user, rules } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('rateLimit:add') }));
  const form = await screen.findByRole('form', { name: t('rateLimit:addTitle') });
  const field = (label: string) => within(form).getByLabelText(label);
  await user.type(field(t('rateLimit:field.path')), 'search');
  await user.click(within(form).getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await within(form).findByText(t('rules:error.pattern', { domain: 'parvaz.example' }))).toBeTruthy();
  await fill(field(t('rateLimit:field.path')), '/search*');
  await user.type(field(t('rateLimit:field.title')), 'Search');
  await user.click(within(form).getByRole('button', { name: t('rules:save') }));
  await waitFor(async () => expect(await rules()).toHaveLength(3));
  expect((await rules())[2]).toMatchObject({ title: 'Search', path: '/search*', deploy: false, requestCount: 100 });
});

test('a limit without title and path is named by what it does, in the change log by its figures', async () => {
  const { running, request } = await inPanel();
  const time = { value: 1, unit: 'm' as const };
  await request(rateLimit.create, { domainId, requestCount: 90, time, blockTime: time, action: 'block', deploy: false });
  render(<RateLimits domainName="parvaz.example" />);
  const values = { count: '90', time: '1 minute', block: '1 minute' };
  expect(await screen.findByRole('switch', { name: t('rules:switch', { title: t('rateLimit:says.block', values) }) })).toBeTruthy();
  const { logs } = await running.ok(log.list, { domainId }, { token: await running.signIn() });
  expect(logs[0]?.entity.name).toBe('/* (90 / 1m)');
});

test('limits are found by what they do, and filtered by action', async () => {
  const { user, titles } = await renderPage();
  const search = screen.getByRole('searchbox', { name: t('listTools:search') });
  await user.type(search, 'blocked for 10 minutes');
  await waitFor(() => expect(titles()).toEqual(['Sign-in attempts']));
  await user.clear(search);
  await waitFor(() => expect(titles()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('rules:draft')}`), pressed: false }));
  await waitFor(() => expect(titles()).toEqual(['API clients']));
});

test('a rule goes from deploying to live when the second edge reports, while another one stays deploying', async () => {
  const { running, store, request } = await inPanel({ env: { EDGE_DRIVER: 'node' } });
  const [login, api] = demo.rateLimitIds;
  const versionIs = (wanted: number) => waitFor(async () => expect((await readDesired(running)).wantedVersion).toBe(wanted));
  const report = async (edgeId: string, version: number) =>
    expect((await controlledEdge(running, edgeId).report({ [domainId]: version })).status).toBe(200);
  // As the stream of a window, which jsdom has not.
  store.committed((stale) => staleGroups(stale.map(({ group }) => group)));
  await compareAll(running);
  for (const id of ['edge-1', 'edge-2']) await report(id, 1);

  await request(rateLimit.toggleDeploy, { domainId, ruleId: api, deploy: true });
  await versionIs(2);
  await report('edge-1', 2);
  await request(rateLimit.update, { domainId, ruleId: login, requestCount: 5, deploy: true });
  await versionIs(3);
  render(<RateLimits domainName="parvaz.example" />);
  const list = within(await screen.findByRole('list', { name: t('rateLimit:title') }));
  const states = () => list.getAllByRole('listitem').map((row) => row.querySelector('[data-edge]')?.textContent);
  const deploying = (confirmed: number) => t('deploy:edge.deploying', { confirmed: String(confirmed), ...counted(2, 'en') });
  await waitFor(() => expect(states()).toEqual([deploying(0), deploying(1)]));
  await report('edge-2', 2);
  await waitFor(() => expect(states()).toEqual([deploying(0), t('deploy:edge.deployed', counted(2, 'en'))]));
});
