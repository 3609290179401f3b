import { expect, test } from 'vitest';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { policyFor } from '../../../../tests/support/edge.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { openTestStore, withFaults } from '../../../../tests/support/testStore.ts';
import type { DomainPolicy } from '../../../lib/rules/cdn/edge/bundle.ts';
import { nodeDriver } from './node.ts';

const secrets = { session: 's'.repeat(40), token: 't'.repeat(40), code: 'c'.repeat(40) };

/** A policy whose text is in a custom page, and whose certificate makes it one that is sealed. */
const policy = (id: string, version: number, html: string): DomainPolicy => {
  const certificates = [{ id: 'c', hosts: [id], chain: '', privateKey: 'PRIVATE' }];
  return policyFor(80, {}, { id, version, name: id, certificates, pages: [{ kind: 'block', statusCode: null, html }] });
};

async function opened() {
  const { store, inject } = withFaults(await openTestStore());
  return { store, inject, make: () => nodeDriver({ store, secrets, clock: () => 1 }) };
}

driverContract<DomainPolicy>('the driver of edges', {
  async make() {
    const { make, inject } = await opened();
    const plain = make();
    return {
      driver: make(),
      again: make,
      async loadState(id) {
        const { policies } = await plain.since(null);
        return policies.find((text) => text.includes(`"id":"${id}"`)) ?? null;
      },
      inject,
    };
  },
  state: policy,
  impossible: (id, version) => policy(id, version, 'x'.repeat(5 * 1024 * 1024)),
});

test('policies with private keys are sealed in the database', async () => {
  const { store, make } = await opened();
  const driver = make();
  await driver.apply(policy('a.example', 1, 'one'), new AbortController().signal);
  expect((await storedOne({ store }, 'edgePolicy')).body).not.toContain('PRIVATE');
  expect((await driver.since(null)).policies[0]).toContain('PRIVATE');
});

test('what changed since a place is returned in its order; a place beyond the newest gets everything', async () => {
  const driver = (await opened()).make();
  const { signal } = new AbortController();
  const empty = await driver.since(null);
  expect(empty).toEqual({ place: 0, full: true, policies: [], removed: [] });
  expect(await driver.since(0)).toEqual({ ...empty, full: false });
  for (const name of ['a', 'b', 'c']) await driver.apply(policy(name, 1, name), signal);
  await driver.apply(policy('a', 2, 'again'), signal);
  await driver.remove({ id: 'b', version: 2 }, signal);
  const names = (match: Awaited<ReturnType<typeof driver.since>>) => match.policies.map((text) => JSON.parse(text).id);
  const delta = await driver.since(3);
  expect([delta.place, delta.full, names(delta), delta.removed]).toEqual([5, false, ['a'], [{ id: 'b', version: 2 }]]);
  const full = await driver.since(null);
  expect([full.place, full.full, names(full), full.removed]).toEqual([5, true, ['c', 'a'], []]);
  expect((await driver.since(99)).full).toBe(true);
});

test('a waiting call learns of a publication of this process and of another', async () => {
  const { make } = await opened();
  const [driver, other] = [make(), make()];
  const { signal } = new AbortController();
  for (const publisher of [driver, other]) {
    const { place } = await driver.since(null);
    const next = driver.next(signal);
    await publisher.apply(policy('a.example', place + 1, 'x'), signal);
    await next;
    expect((await driver.since(place)).policies).toHaveLength(1);
  }
  const gone = new AbortController();
  const waiting = driver.next(gone.signal);
  gone.abort();
  await waiting;
});
