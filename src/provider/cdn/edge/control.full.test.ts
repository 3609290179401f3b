import { describe, expect, onTestFinished, test } from 'vitest';
import { compareAll, edgeOf, started, wantedOf } from '../../../../tests/support/edge-control.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { openStore } from '../../db/open.ts';
import { makeProvider } from '../../index.ts';

const { domainId } = demo;

describe('a bundle', () => {
  test('a waiting edge is answered when the process stops', async () => {
    const { p, pull } = await started();
    const first = await pull();
    const waiting = pull(first.cursor);
    await p.provider.drain();
    expect(await waiting).toMatchObject({ full: false, domains: [], cursor: first.cursor });
  });
});

describe('a report', () => {
  test('of an edge that is ahead, because the database was restored, makes the next version a newer one', async () => {
    const { p, token, report } = await started();
    await report({ [domainId]: 41 });
    await p.provider.services.jobs.runDue();
    expect(await wantedOf(p)).toMatchObject({ wantedVersion: 42, observedVersion: 42, status: 'done' });
    // What it holds of a rule is from before the restore, so no rule is live on it.
    const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
    expect(rules[0]?.edge).toEqual({ status: 'deploying', edges: 1, confirmed: 0 });
  });
});

test('after a crash between a change and its comparison, the next process publishes it', async () => {
  const { p, pull } = await started();
  const { cursor } = await pull();
  // Written without this process noticing.
  await p.store.write('t', (tx) => tx.updateTable('domain').set({ status: 'inactive' }).where('id', '=', domainId).execute());
  const store = await openStore({ file: `${p.env.DATA_DIR}/nasim.sqlite`, databaseUrl: p.databaseUrl, durable: false });
  const next = await makeProvider({ env: p.env, store, clock: () => p.clock.now });
  onTestFinished(() => next.stop());
  await compareAll({ store, provider: next });
  const delta = await edgeOf({ provider: next }).pull(cursor);
  expect(delta.domains).toMatchObject([{ id: domainId, version: 2, config: { domain: { status: 'inactive' } } }]);
  expect(await wantedOf(p)).toMatchObject({ wantedVersion: 2, observedVersion: 2, status: 'done' });
});
