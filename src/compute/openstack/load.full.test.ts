import { expect, test } from 'vitest';
import { account } from '../../../tests/support/compute.ts';
import { startFakeCloud } from '../../../tests/support/openstack/fakeCloud.ts';
import { fakeSettings, makeCloudDir, makeCloudServer, startCloudCompute } from '../../../tests/support/openstackCompute.ts';
import { StateStore } from '../state/store.ts';
import { initialOpenstack } from './applied.ts';

const SERVERS = 2_000;
const PROJECTS = 200;
const VOLUMES = 500;
/** By issue 45: per round at rest and 1,000 servers. */
const MAX_REQUESTS = 20;

test('2,000 servers in 200 projects at rest need a few requests a round', { timeout: 600_000 }, async () => {
  const cloud = await startFakeCloud({ actionMs: 1 });
  const dataDir = makeCloudDir();
  const store = new StateStore(`${dataDir}/compute`, initialOpenstack);
  const flavorRef = [...cloud.state.flavors.values()].find(({ name }) => name === 'eco')?.id;
  const projects = Array.from({ length: PROJECTS }, (_, index) => cloud.state.addProject(`nasim-${index}`, ['admin'], [`nasim:${index}`]));
  const common = { version: 1, failure: null, pending: null };
  store.transaction(() => {
    for (let index = 0; index < SERVERS + VOLUMES; index++) {
      const { id: projectId = '' } = projects[index % PROJECTS] ?? {};
      const home = { projectId, region: cloud.settings.region };
      const [isServer, id] = [index < SERVERS, `e${index}`];
      if (isServer) {
        const metadata = { nasim_id: id };
        const body = { server: { name: 'web', flavorRef, imageRef: cloud.image.id, networks: 'none', metadata, tags: [`nasim:${id}`] } };
        const made = cloud.perform('compute', 'POST', '/servers', projectId, body).body as { server: { id: string } }; // by Nova's API
        const applied = {
          ...initialOpenstack.servers,
          ...common,
          home,
          cloudId: made.server.id,
          image: 1,
          password: 1,
          power: 'on' as const,
        };
        store.put('servers', { id, version: 1, isRemoved: false, spec: makeCloudServer(id, 1), applied });
      } else {
        const body = { volume: { name: id, size: 1, metadata: { nasim_id: id } } };
        const made = cloud.perform('volume', 'POST', '/volumes', projectId, body).body as { volume: { id: string } }; // by Cinder's API
        const image = { count: 0, imageId: null };
        const spec = { id, version: 1, account, size: 1, type: 'ssd' as const, serial: id, dataCenter: 'FRA', image };
        const applied = { ...initialOpenstack.volumes, ...common, home, cloudId: made.volume.id, size: 1 };
        store.put('volumes', { id, version: 1, isRemoved: false, spec, applied });
      }
    }
  });
  store.close();
  await expect
    .poll(() => {
      cloud.state.settle();
      return [...cloud.state.servers.values()].every(({ status }) => status === 'ACTIVE');
    })
    .toBe(true);
  const from = cloud.state.requests.length;
  const { engine } = await startCloudCompute(fakeSettings(cloud), dataDir, { busyMs: 100, restMs: 3_000 });
  const { observations } = engine.backend.cloud;
  await expect.poll(() => observations.isAfter(cloud.settings.region, 'volumes', 1), { timeout: 60_000 }).toBe(true);
  const first = cloud.state.requests.length - from;
  const [began, cpu] = [cloud.state.requests.length, process.cpuUsage()];
  /** Each round at rest reads the images once. */
  const rounds = () => cloud.state.count(began, /^image GET/);
  await expect.poll(rounds, { timeout: 300_000, interval: 200 }).toBeGreaterThanOrEqual(5);
  const requests = (cloud.state.requests.length - began) / rounds();
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${SERVERS} servers, ${VOLUMES} volumes, ${PROJECTS} projects: ${first} requests for the first round, ${requests} for each at rest; ` +
      `${((user + system) / 1e6 / rounds()).toFixed(2)} CPU-s a round with the cloud; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  );
  expect(first).toBeLessThanOrEqual((MAX_REQUESTS * SERVERS) / 1_000);
  expect(requests).toBeLessThanOrEqual((MAX_REQUESTS * SERVERS) / 1_000);
  // Nothing was changed, and no server or volume was worked on.
  expect(cloud.state.count(from, / (POST|PUT|DELETE) (?!\/auth)/)).toBe(0);
  expect(engine.store.list('servers').every(({ applied }) => applied.failure === null)).toBe(true);
});
