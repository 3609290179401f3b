import { server } from '../../src/lib/contract/cloud/server.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { isBusy } from '../../src/lib/rules/cloud/server/states.ts';
import type { ComputeDriver } from '../../src/provider/drivers/compute/compute.ts';
import { startProvider, type TestProvider } from './provider.ts';

const serverId = demo.serverId;
export async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const get = async (id: string = serverId) => (await p.ok(server.get, { serverId: id }, { token })).server;
  return { p, token, get };
}
/** Runs jobs until the server is idle. */
export async function rest(p: TestProvider, get: () => Promise<{ state: Parameters<typeof isBusy>[0] }>, most = 60): Promise<void> {
  for (let i = 0; i < most && isBusy((await get()).state); i++) {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  }
}
/** The simulated driver of a provider, with fault injection. */
export async function breakable() {
  const first = await startProvider();
  const real = first.provider.services.drivers.compute;
  if (!real) throw new Error('the simulated driver is the default');
  const broken: { with: Error | null; refuses: boolean } = { with: null, refuses: false };
  const { DriverRefusal } = await import('../../src/provider/drivers/driver.ts');
  const driver: ComputeDriver = {
    ...real,
    async apply(...args) {
      if (broken.with) throw broken.with;
      if (broken.refuses) throw new DriverRefusal('server:reason.noServer');
      return real.apply(...args);
    },
    async progress(...args) {
      if (broken.with) throw broken.with;
      return real.progress(...args);
    },
  };
  first.provider.services.drivers.compute = driver;
  const token = await first.signIn();
  const get = async () => (await first.ok(server.get, { serverId }, { token })).server;
  return { p: first, broken, token, get };
}
