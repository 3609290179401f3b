import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../../../../tests/crash/raw.ts';
import { damageIndex, damages, type StoreProcess, startObjectStore, startStoreProcess } from '../../../../../tests/support/objects.ts';
import { ObjectStoreError } from '../store-error.ts';

const ROUNDS = 15;
const CLIENTS = 4;
const Bucket = 'photos';

/** Null: the object doesn't exist. */
type Content = string | null;

test('after kills and damage of the index, the store has exactly what it acknowledged', { timeout: 280_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-objects-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seed = Math.floor(Math.random() * 1e9);
  const random = randomFrom(seed);
  const acknowledged = new Map<string, Content>();
  /** Of requests without a response. */
  const attempted = new Map<string, Content>();
  const faults: string[] = [];
  let [count, isFirst] = [0, true];

  /** Until the store is killed. A key belongs to one client, so the order of its changes is known. */
  async function change({ client }: StoreProcess, name: string, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const key = `${name}/${Math.floor(random() * 12)}`;
      const from = [...acknowledged].find(([other, content]) => other.startsWith(`${name}/`) && other !== key && content !== null);
      const content = `${name} ${n} ${random()}`;
      const kind = random();
      const next = kind < 0.25 ? null : kind < 0.4 && from ? from[1] : content;
      attempted.set(key, next);
      try {
        if (next === null) await client.remove(Bucket, [key]);
        else if (next !== content && from) await client.copy(Bucket, from[0], key);
        else if (kind < 0.6) {
          const id = await client.startUpload(Bucket, key, 'text/plain');
          await client.putPart(Bucket, key, id, 1, Buffer.from(next));
          await client.completeUpload(Bucket, key, id, 1);
        } else await client.put(Bucket, key, Buffer.from(next), 'text/plain');
      } catch {
        return;
      }
      acknowledged.set(key, next);
      attempted.delete(key);
      count++;
    }
  }
  const read = ({ client }: StoreProcess, key: string): Promise<Content> =>
    client.read(Bucket, key, 1000).then(String, (error: unknown) => {
      if (error instanceof ObjectStoreError && error.fault === 'noSuchKey') return null;
      throw error;
    });
  const ready = async (store: StoreProcess) => {
    await expect.poll(() => store.client.head(Bucket, 'none').catch(String), { timeout: 20_000 }).toBe(null);
  };

  for (let round = 0; round < ROUNDS; round++) {
    const store = await startStoreProcess(folder);
    if (isFirst) await store.client.createSpace(Bucket);
    isFirst = false;
    await ready(store);
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, (_, n) => change(store, `c${n}`, () => isOver));
    await wait(200 + random() * 600);
    await store.kill();
    isOver = true;
    await Promise.all(clients);
    const damage = damages[round % damages.length] ?? 'removed';
    damageIndex(folder, damage, random);
    const again = await startStoreProcess(folder);
    await ready(again);
    for (const key of new Set([...acknowledged.keys(), ...attempted.keys()])) {
      const found = await read(again, key);
      const known = acknowledged.get(key) ?? null;
      const isRight = found === known || (attempted.has(key) && found === attempted.get(key));
      if (!isRight) faults.push(`round ${round}, ${damage}: ${key} is ${found}, acknowledged ${known}, attempted ${attempted.get(key)}`);
      acknowledged.set(key, found);
    }
    attempted.clear();
    const listed = (await again.client.list(Bucket, { limit: 1000 })).objects.map(({ key }) => key);
    const expected = [...acknowledged].filter(([, content]) => content !== null).map(([key]) => key);
    if (listed.join() !== expected.sort().join()) faults.push(`round ${round}, ${damage}: listed ${listed}, expected ${expected}`);
    await again.kill();
  }
  console.log(`${count} acknowledged changes, ${ROUNDS} kills with damage, seed ${seed}`);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(ROUNDS);

  const { store } = await startObjectStore({ folder });
  const { objects } = await store.list(Bucket, { limit: 1000 });
  expect(await store.usage(Bucket)).toEqual({ bytes: objects.reduce((sum, { size }) => sum + size, 0), objects: objects.length });
});
