import { server } from '../../src/lib/contract/cloud/server.ts';
import { serverTransfer } from '../../src/lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { ServerSettings } from '../../src/provider/db/tables/cloud/server.ts';
import { rest } from './jobs.ts';
import { move, readAccountId } from './ledger.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { storedOne, updateStored } from './stored.ts';

export const { serverId } = demo;

/** The demo customer owns `web-fra-01`, with nothing attached that prevents a transfer; the second one has a balance. */
export async function started() {
  const p = await startProvider();
  const owner = await p.signIn();
  const receiver = await p.signIn(demo.second);
  const [ownerId, receiverId] = [await readAccountId(p), await readAccountId(p, demo.second)];
  await settings(p, (before) => ({ ...before, volumeIds: [], networks: [] }));
  await move(p, receiverId, 1_000_000_000);
  const offer = async (extra: object = {}) =>
    (await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01', ...extra }, { token: owner })).transfer
      .transferToken;
  const accept = (transferToken: string, input: object = {}) =>
    p.try(serverTransfer.accept, { transferToken, ...input }, { token: receiver, headers: { 'idempotency-key': crypto.randomUUID() } });
  const row = () => storedOne(p, 'server', { id: serverId });
  const set = (values: object) => updateStored(p, 'server', { id: serverId }, values);
  return { p, owner, receiver, ownerId, receiverId, offer, accept, row, set };
}

export async function settings(p: TestProvider, change: (before: ServerSettings) => ServerSettings): Promise<void> {
  const before = await storedOne(p, 'server', { id: serverId });
  await updateStored(p, 'server', { id: serverId }, { settings: change(before.settings) });
}

/** Runs jobs until the server is idle. */
export async function untilReady(p: TestProvider, token: string): Promise<void> {
  for (let i = 0; i < 30 && (await p.ok(server.get, { serverId }, { token })).server.state !== 'ready'; i++) await rest(p, 1);
}
