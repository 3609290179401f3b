import { beforeEach, expect, test, vi } from 'vitest';
import { $snackbars, demo, expectDialog, fill, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import ClusterEditor from './ClusterEditor.tsx';
import ClusterRoutes from './ClusterRoutes.tsx';
import Clusters from './Clusters.tsx';

const { domainId, clusterId, freeClusterId, recordId } = demo;

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/clusters'));

async function signedIn() {
  const { running: p, user, request } = await inPanel();
  return { p, user, request, list: async () => (await request(cluster.list, { domainId })).clusters };
}

test('shows clusters with their servers and that no edge is connected, and deletes an unused one', async () => {
  const { user, list } = await signedIn();
  render(<Clusters domainName="parvaz.example" />);
  const web = within(await screen.findByRole('table', { name: t('cluster:list.servers', { name: 'Web servers' }) }));
  expect(web.getByText('203.0.113.24:443')).toBeTruthy();
  expect(web.getByText('[2001:db8:2c::18]:443')).toBeTruthy();
  expect(web.getAllByText(t('cluster:health.unknown'))).toHaveLength(4);
  // Nothing was checked yet, so none counts as up.
  const filters = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(filters.filter((text) => text?.startsWith(t('cluster:health.up')))).toEqual([]);
  expect(web.getAllByRole('cell', { name: '50%' })).toHaveLength(1);
  expect(await screen.findByText(t('cluster:noEdge'))).toBeTruthy();
  const busy = screen.getByRole('button', { name: t('cluster:list.deleteOf', { name: 'Web servers' }) });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: t('cluster:list.deleteOf', { name: 'API servers' }) }));
  const dialog = expectDialog();
  expect(dialog.title).toBe(t('cluster:remove.title', { name: 'API servers' }));
  await dialog.run();
  await waitFor(() => expect(screen.queryByText('203.0.113.25:8080')).toBeNull());
  expect((await list()).map(({ id }) => id)).toEqual([clusterId]);
});

test('a server is drained after a question, and gets new visitors again with undo or its button', async () => {
  const { user, list } = await signedIn();
  render(<Clusters domainName="parvaz.example" />);
  const server = '203.0.113.27:443';
  await user.click(await screen.findByRole('button', { name: t('cluster:list.drainOf', { server }) }));
  const dialog = expectDialog();
  expect(dialog).toMatchObject({ title: t('cluster:drain.title', { server }), description: t('cluster:drain.textOff') });
  await dialog.run();
  expect(await screen.findByText(t('cluster:list.draining'))).toBeTruthy();
  const isDraining = async () => (await list()).find(({ id }) => id === clusterId)?.servers.map(({ draining }) => draining);
  expect(await isDraining()).toEqual([false, true, false, false]);
  $snackbars.get().at(-1)?.action?.run();
  await waitFor(async () => expect(await isDraining()).toEqual([false, false, false, false]));
  await user.click(await screen.findByRole('button', { name: t('cluster:list.drainOf', { server }) }));
  await expectDialog().run();
  await user.click(await screen.findByRole('button', { name: t('cluster:list.undrainOf', { server }) }));
  await waitFor(async () => expect(await isDraining()).toEqual([false, false, false, false]));
});

test('a domain without clusters gets an explanation', async () => {
  await signedIn();
  render(<Clusters domainName="rosewater.example" />);
  expect(await screen.findByText(t('cluster:empty.title'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('cluster:add') }).getAttribute('href')).toBe('/domains/rosewater.example/clusters/add');
});

test('a record is connected and disconnected by its menu', async () => {
  const { user, request } = await signedIn();
  render(<ClusterRoutes domainName="parvaz.example" />);
  const choose = async (from: string, to: string) => {
    const row = screen.getAllByRole('row').find((one) => one.textContent?.includes('api.parvaz.example'));
    await user.click(within(row as HTMLElement).getByRole('button', { name: new RegExp(from) }));
    await user.click(await screen.findByRole('option', { name: new RegExp(to) }));
  };
  await screen.findByText('api.parvaz.example');
  const of = async () => (await request(cluster.routes, { domainId })).routes.find(({ host }) => host === 'api.parvaz.example')?.clusterId;
  const label = t('cluster:routes.choose', { type: 'A', host: 'api.parvaz.example' });
  await choose(label, 'API servers');
  await waitFor(async () => expect(await of()).toBe(freeClusterId));
  await choose(label, t('cluster:routes.own'));
  await waitFor(async () => expect(await of()).toBeUndefined());
  // One of the two records of the domain itself is connected: the other refers to it.
  expect(screen.getAllByText(t('cluster:routes.siblings', { host: 'parvaz.example' })).length).toBeGreaterThan(0);
});

async function editor(id?: string) {
  const running = await signedIn();
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  render(<ClusterEditor domainName="parvaz.example" {...(id && { clusterId: id })} />);
  await screen.findByRole('form', { name: t('cluster:form.general') });
  const row = (n: number) => within(screen.getByRole('group', { name: t('cluster:form.serverN', { n: String(n) }) }));
  return {
    ...running,
    to,
    row,
    address: (n: number) => row(n).getByRole('textbox', { name: t('cluster:form.address') }),
    save: () => screen.getByRole('button', { name: new RegExp(`^(${t('cluster:form.create')}|${t('cluster:form.save')})$`) }),
  };
}

test('a new cluster is validated like in the provider, saved, and the list is shown', async () => {
  const { user, list, to, row, address, save } = await editor();
  await user.click(save());
  expect(await screen.findByText(t('cluster:error.nameRequired'))).toBeTruthy();
  expect(row(1).getByText(t('cluster:error.addressRequired'))).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: t('cluster:form.name') }), 'Shop');
  await user.type(address(1), '203.0.113.31');
  await user.type(address(2), '10.0.0.1');
  await fill(row(2).getByRole('textbox', { name: t('cluster:form.weight') }), 'x');
  await user.click(save());
  expect(await row(2).findByText(t('cluster:error.weight', { max: 100 }))).toBeTruthy();
  await fill(row(2).getByRole('textbox', { name: t('cluster:form.weight') }), '۳');
  await user.click(save());
  // Only the provider knows closed networks, and its error is shown beside the field.
  expect(await row(2).findByText(t('cluster:error.closed.private', { address: '10.0.0.1' }))).toBeTruthy();
  await fill(address(2), '203.0.113.32');
  await user.click(screen.getByRole('radio', { name: new RegExp(t('cluster:algorithm.client')) }));
  await user.click(save());
  await waitFor(() => expect(to).toHaveBeenCalledWith('/domains/parvaz.example/clusters'));
  const snackbar = $snackbars.get().at(-1);
  expect(snackbar).toMatchObject({ title: t('cluster:created'), description: 'Shop', action: { label: t('cluster:connect') } });
  snackbar?.action?.run();
  expect(to).toHaveBeenLastCalledWith('/domains/parvaz.example/clusters/routes');
  expect((await list()).find(({ name }) => name === 'Shop')).toMatchObject({
    algorithm: 'hash',
    hashBy: 'client',
    port: 443,
    servers: [{ address: '203.0.113.31' }, { address: '203.0.113.32', weight: 3 }],
    monitoring: { requestType: 'https', path: '/', expectedStatusCodes: ['200-299'] },
  });
});

test('opening and saving changes nothing', async () => {
  const { user, to, save, request } = await editor(clusterId);
  const { cluster: before } = await request(cluster.get, { domainId, clusterId });
  expect(screen.queryByText(t('cluster:form.dirty'))).toBeNull();
  await user.click(save());
  await waitFor(() => expect(to).toHaveBeenCalled());
  const { cluster: after } = await request(cluster.get, { domainId, clusterId });
  expect({ ...after, version: 0, updatedAt: '' }).toEqual({ ...before, version: 0, updatedAt: '' });
});

test('tests each server without saving, and discards a result when the server is edited', async () => {
  const { user, address, list } = await editor(freeClusterId);
  const before = await list();
  await user.click(screen.getByRole('button', { name: t('cluster:test.button') }));
  await waitFor(() => expect(screen.getAllByText(t('cluster:reason.documentation'))).toHaveLength(2));
  await user.type(address(1), '9');
  expect(screen.getAllByText(t('cluster:reason.documentation'))).toHaveLength(1);
  expect(await list()).toEqual(before);
});

test('a newer version from another tab is offered before it is overwritten', async () => {
  const { user, list, to, save, request } = await editor(freeClusterId);
  await request(cluster.edit, { domainId, clusterId: freeClusterId, port: 9090 });
  const name = screen.getByRole('textbox', { name: t('cluster:form.name') });
  await user.type(name, ' 2');
  await user.click(save());
  expect(await screen.findByText(t('cluster:form.conflict'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:keepWriting') }));
  await user.click(save());
  await waitFor(() => expect(to).toHaveBeenCalled());
  expect((await list()).find(({ id }) => id === freeClusterId)).toMatchObject({ name: 'API servers 2', port: 8080 });
});

test('an unknown cluster is reported', async () => {
  await signedIn();
  render(<ClusterEditor domainName="parvaz.example" clusterId={recordId} />);
  expect(await screen.findByText(t('cluster:unknownTitle'))).toBeTruthy();
});

test('the health of a cluster is shown over a day, a week or a month, also as a table', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const { p, user } = await signedIn();
  const hour = 3_600_000;
  await p.store.write('test', async (tx) => {
    const servers = await tx.selectFrom('clusterServer').select('id').where('clusterId', '=', clusterId).orderBy('place').execute();
    const at = (days: number) => Math.floor((p.clock.now - days * 24 * hour) / hour) * hour;
    for (const [place, { id: serverId }] of servers.slice(0, 2).entries())
      for (const days of [2, 20])
        await tx
          .insertInto('clusterHealth')
          .values({ serverId, step: hour, at: at(days), checks: 60, failed: place * 15, ms: 60 * 40, answers: 60 })
          .execute();
  });
  render(<Clusters domainName="parvaz.example" />);
  await user.click(await screen.findByRole('button', { name: t('cluster:chart.of', { name: 'Web servers' }) }));
  const part = within(await screen.findByRole('region', { name: t('cluster:chart.of', { name: 'Web servers' }) }));
  expect(await part.findByText(t('cluster:chart.empty'))).toBeTruthy();
  expect(part.getByText(t('cluster:chart.noAnswer'))).toBeTruthy();
  // The new cluster isn't monitored, and has nothing to show.
  expect(screen.queryByRole('button', { name: t('cluster:chart.of', { name: 'API servers' }) })).toBeNull();
  await user.click(part.getByRole('radio', { name: t('cluster:chart.1w') }));
  expect(await part.findByText(t('cluster:chart.least', { server: '203.0.113.27:443', share: '75%' }))).toBeTruthy();
  expect(part.getByText(t('cluster:chart.slowest', { server: '203.0.113.24:443', time: '40 ms' }))).toBeTruthy();
  const [asTable] = part.getAllByRole('button', { name: t('cluster:chart.asTable') });
  await user.click(asTable as HTMLElement);
  const table = () => within(part.getByRole('table', { name: t('cluster:chart.passed') }));
  expect(table().getAllByText('75%')).toHaveLength(1);
  await user.click(part.getByRole('radio', { name: t('cluster:chart.1M') }));
  await waitFor(() => expect(table().getAllByText('75%')).toHaveLength(2));
});

test('clusters are found by the address of a server', async () => {
  const { user } = await signedIn();
  render(<Clusters domainName="parvaz.example" />);
  await user.type(await screen.findByRole('searchbox', { name: t('listTools:search') }), '203.0.113.25');
  await waitFor(() => expect(screen.queryByRole('table', { name: t('cluster:list.servers', { name: 'Web servers' }) })).toBeNull());
  expect(screen.getByRole('table', { name: t('cluster:list.servers', { name: 'API servers' }) })).toBeTruthy();
});
