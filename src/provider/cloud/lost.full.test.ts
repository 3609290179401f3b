import { expect, test } from 'vitest';
import { randomFrom } from '../../../tests/crash/raw.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { stored } from '../../../tests/support/stored.ts';
import type { AnyCall } from '../../lib/contract/call.ts';
import { backup } from '../../lib/contract/cloud/backup.ts';
import { network } from '../../lib/contract/cloud/network.ts';
import { server } from '../../lib/contract/cloud/server.ts';
import { serverAction } from '../../lib/contract/cloud/serverAction.ts';
import { serverFirewall } from '../../lib/contract/cloud/serverFirewall.ts';
import { snapshot } from '../../lib/contract/cloud/snapshot.ts';
import { volume } from '../../lib/contract/cloud/volume.ts';
import { demo } from '../../lib/contract/fields.ts';
import type { Progress, ServerProgress, ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { isBusy } from '../../lib/rules/cloud/server/states.ts';
import { isVolumeBusy } from '../../lib/rules/cloud/volume.ts';
import type { ComputeDriver, Resources } from '../drivers/compute/compute.ts';
import { simulatedDriver } from '../drivers/compute/simulated.ts';
import type { Snapshot } from '../drivers/driver.ts';

/** The fault of the driver: none; no call reaches it; every call is executed but its response is lost. */
type Fault = 'none' | 'down' | 'mute';

function faulty<S extends Snapshot, P extends Progress>(resources: Resources<S, P>, fault: () => Fault): Resources<S, P> {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    if (fault() === 'down') throw new Error('no route to host');
    const answer = await work();
    if (fault() === 'mute') throw new Error('the connection was reset');
    return answer;
  };
  return {
    ...resources,
    apply: (state, signal) => through(() => resources.apply(state, signal)),
    remove: (gone, signal) => through(() => resources.remove(gone, signal)),
    observe: (id, signal) => through(() => resources.observe(id, signal)),
    progress: (id, signal) => through(() => resources.progress(id, signal)),
  };
}

async function started(seed: number) {
  const p = await startProvider();
  const next = randomFrom(seed);
  let fault: Fault = 'none';
  const drivers = p.provider.services.drivers;
  /** A restarted driver process: only the state of the hosts is left. */
  const restart = () => {
    const real = simulatedDriver({ store: p.store, clock: () => p.clock.now });
    const wrap = <S extends Snapshot, P extends Progress>(resources: Resources<S, P>) => faulty(resources, () => fault);
    const driver: ComputeDriver = {
      ...real,
      ...wrap<ServerSpec, ServerProgress>(real),
      capabilities: real.capabilities,
      images: wrap(real.images),
      volumes: wrap(real.volumes),
      networks: wrap(real.networks),
      firewalls: wrap(real.firewalls),
    };
    drivers.compute = driver;
  };
  restart();
  const turn = async () => {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  };
  return { p, next, restart, turn, break: (how: Fault) => (fault = how) };
}

test('the driver is lost repeatedly during 200 actions: afterward the actual state matches the desired state', async () => {
  const { p, next, restart, turn, ...driver } = await started(7);
  let token = await p.signIn();
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const names = () => `n-${Math.floor(next() * 1e9)}`;
  const simple = ['powerOn', 'powerOff', 'restart', 'reboot', 'rescue', 'unrescue', 'changePassword', 'retry'] as const;
  const serverIds = [demo.serverId, demo.offServerId, demo.newServerId];

  async function anAction(): Promise<[AnyCall, object]> {
    const serverId = pick(serverIds) ?? demo.serverId;
    const volumes = (await p.ok(volume.list, {}, { token })).volumes;
    const backups = (await p.ok(backup.list, {}, { token })).backups;
    const one = pick(volumes);
    const volumeId = one?.id ?? 'none';
    const actions: [AnyCall, object][] = [
      ...simple.map((action): [AnyCall, object] => [serverAction[action], { serverId }]),
      [serverAction.resize, { serverId, cpu: 1 + Math.floor(next() * 8), ram: 8, disk: 10, keepDisk: true }],
      [serverAction.confirmResize, { serverId }],
      [serverAction.revertResize, { serverId }],
      [snapshot.create, { serverId, name: names() }],
      [network.attach, { networkId: demo.freeNetworkId, serverId }],
      [network.detach, { networkId: demo.freeNetworkId, serverId }],
      [serverFirewall.attach, { groupId: demo.freeServerFirewallId, serverIds: [serverId] }],
      [serverFirewall.edit, { groupId: demo.serverFirewallId, title: names() }],
      [volume.create, { name: names(), size: 10, ...(next() < 0.5 && { serverId }) }],
      [volume.resize, { volumeId, size: (one?.size ?? 10) + 10 }],
      [volume.attach, { volumeId, serverId }],
      [volume.detach, { volumeId }],
      [volume.retry, { volumeId }],
      [volume.remove, { volumeId, confirm: one?.name ?? '' }],
      [backup.create, { volumeId, name: names(), type: next() < 0.5 ? 'full' : 'incremental' }],
      [backup.create, { serverId, name: names(), type: 'incremental' }],
      [backup.restore, { backupId: pick(backups)?.id ?? 'none', volumeId, confirm: one?.name ?? '' }],
      [backup.delete, { backupId: pick(backups)?.id ?? 'none' }],
    ];
    return pick(actions) ?? [serverAction.restart, { serverId }];
  }

  let accepted = 0;
  for (let i = 0; i < 200; i++) {
    if (i % 10 === 3) driver.break(pick(['down', 'mute'] as const) ?? 'down');
    if (i % 10 === 7) {
      driver.break('none');
      restart();
    }
    const [call, input] = await anAction();
    const { status, body } = await p.try(call, input, { token });
    // Actions that a state forbids are refused; nothing breaks.
    expect([200, 402, 404, 409, 422], `${call.path}: ${JSON.stringify(body)}`).toContain(status);
    if (status === 200) accepted++;
    for (let n = Math.floor(next() * 4); n >= 0; n--) await turn();
  }
  expect(accepted).toBeGreaterThan(60);

  driver.break('none');
  restart();
  const { store } = p;
  const isOver = async () => {
    token = await p.signIn();
    const servers = (await p.ok(server.list, {}, { token })).servers;
    const volumes = (await p.ok(volume.list, {}, { token })).volumes;
    const backups = (await p.ok(backup.list, {}, { token })).backups;
    const open = (await stored(p, 'desired')).filter(({ status, kind }) => status !== 'done' && kind !== 'zone');
    return (
      open.length === 0 &&
      servers.every(({ state }) => !isBusy(state)) &&
      volumes.every(({ state }) => !isVolumeBusy(state)) &&
      backups.every(({ status }) => status === 'ready' || status === 'failed')
    );
  };
  // The longest wait of the reconciler is an hour.
  for (let round = 0; round < 40 && !(await isOver()); round++) {
    for (let i = 0; i < 10; i++) await turn();
    p.clock.now += 120_000;
  }
  expect(await isOver()).toBe(true);

  // Everything has the version and state that the database wants.
  const { services } = p.provider;
  const images = { serverImage: 'image', backup: 'image' };
  const kinds = { ...images, server: 'server', volume: 'volume', network: 'network', serverFirewall: 'firewall' };
  const wanted = (await stored(p, 'desired')).filter(({ kind }) => kind in kinds);
  expect(wanted.length).toBeGreaterThan(20);
  for (const row of wanted) {
    const kind = row.kind as keyof typeof kinds; // just filtered
    const [simulated] = await stored(p, 'simulated', { id: `${kinds[kind]}:${row.entityId}` });
    // Seeded networks and groups were never sent to the driver.
    if (!simulated && row.observedVersion === 0) continue;
    expect([row.id, simulated?.version, simulated?.removed]).toEqual([row.id, row.wantedVersion, row.isRemoved]);
    if (row.isRemoved) continue;
    const state = await store.snapshot((tx) =>
      services.registry.desired[kind].load(tx, row.entityId, row.wantedVersion, { services, now: row.updatedAt }),
    );
    const open = (spec: unknown) => ({ ...(spec as object), password: undefined });
    expect(open(simulated?.spec)).toEqual(open(state));
  }
}, 240_000);
