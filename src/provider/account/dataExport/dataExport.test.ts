import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { dataExport } from '../../../lib/contract/account/dataExport.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { accountJobs } from '../jobs.ts';

/** The raw bytes of the download. */
async function fetchZip(p: TestProvider, exportId: string, token: string) {
  const request = new Request(`http://provider${dataExport.download.path}?exportId=${exportId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await p.provider.answer(request, { ip: '192.0.2.1' });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const unzipFiles = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, new TextDecoder('latin1').decode(content)]));

test('an export contains the data of the account without secrets, for its owner and for 7 days', async () => {
  const { p, token } = await signedIn();
  const { export: requested, taskId } = await p.ok(dataExport.create, {}, { token });
  expect(requested).toMatchObject({ status: 'waiting', size: null });
  expect((await fetchZip(p, requested.id, token)).status).toBe(404);
  await p.provider.services.jobs.runDue();

  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'done', title: 'Data export' });
  const [ready] = (await p.ok(dataExport.list, {}, { token })).exports;
  expect(ready).toMatchObject({ id: requested.id, status: 'ready', expiresAt: new Date(p.clock.now + 7 * DAY).toISOString() });
  const { bytes } = await fetchZip(p, requested.id, token);
  expect(bytes.length).toBe(ready?.size);
  const files = unzipFiles(bytes);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'account/profile.json',
      'domains/parvaz.example.json',
      'cloud/servers.json',
      'finance/invoices.json',
      'finance/invoices/2026-000004.pdf',
      'wallet.json',
      'tickets.json',
      'activity.json',
    ]),
  );
  expect(files['finance/invoices/2026-000004.pdf']?.startsWith('%PDF-')).toBe(true);
  expect(JSON.parse(files['account/profile.json'] ?? '')).toMatchObject({ email: demo.email });

  // Nothing that the database keeps as a secret or its hash, of whichever table.
  const all = Object.values(files).join('\n');
  const secrets = [
    ...(await stored(p, 'user')).map(({ passwordHash }) => passwordHash),
    ...(await stored(p, 'apiKey')).map(({ tokenHash }) => tokenHash),
    ...(await stored(p, 'webhook')).map(({ secret }) => secret),
    ...(await stored(p, 'ssl')).map(({ sealedKey }) => sealedKey),
    ...(await stored(p, 'server')).map(({ password }) => password),
    ...(await stored(p, 'session')).map(({ tokenId }) => tokenId),
    ...(await stored(p, 'ticketMessage', { isNote: true })).map(({ body }) => body),
  ].flatMap((value) => value || []);
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);

  const stranger = await p.signIn(demo.second);
  expect((await fetchZip(p, requested.id, stranger)).status).toBe(404);
  expect((await p.ok(dataExport.list, {}, { token: stranger })).exports).toEqual([]);

  p.clock.now += 7 * DAY;
  await runJobs(p, coreJobs.sweep);
  expect(await stored(p, 'storedFile', { ownerId: requested.id })).toEqual([]);
  const later = await p.signIn();
  expect((await fetchZip(p, requested.id, later)).status).toBe(404);
  expect((await p.ok(dataExport.list, {}, { token: later })).exports).toEqual([]);
});

test('of two exports started at the same time one runs, a day has three, and each needs a recent sign-in', async () => {
  const { p, token } = await signedIn(demo.second);
  const both = await Promise.all([p.try(dataExport.create, {}, { token }), p.try(dataExport.create, {}, { token })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (let n = 1; n < 3; n++) {
    await p.provider.services.jobs.runDue();
    await p.ok(dataExport.create, {}, { token });
  }
  await p.provider.services.jobs.runDue();
  expect(await p.try(dataExport.create, {}, { token })).toMatchObject({ status: 429, body: { code: 'dataExport:error.tooMany' } });
  // A stolen session without a recent sign-in starts none.
  p.clock.now += 11 * 60_000;
  expect(await p.try(dataExport.create, {}, { token })).toMatchObject({ status: 409, body: { code: 'auth:error.confirm' } });
});

test('a job that runs twice makes one file', async () => {
  const { p, token } = await signedIn(demo.second);
  const { export: requested } = await p.ok(dataExport.create, {}, { token });
  const again = () =>
    p.store.write('t', (tx) =>
      p.provider.services.jobs.enqueue(tx, accountJobs.makeExport, { exportId: requested.id }, { key: `again:${p.clock.now}` }),
    );
  await again();
  await p.provider.services.jobs.runDue();
  await again();
  await p.provider.services.jobs.runDue();
  expect(await stored(p, 'storedFile', { ownerId: requested.id })).toHaveLength(1);
  const { notifications } = await p.ok(notification.list, {}, { token });
  expect(notifications.filter(({ link }) => link === '/account/privacy')).toMatchObject([
    { event: 'account', title: 'Your data export is ready to download.', description: expect.stringContaining('7 days') },
  ]);
  expect(await p.lastMail(demo.second)).toMatchObject({ subject: 'Your data export is ready to download.' });
});

test('an export that keeps failing is given up after an hour', async () => {
  const { p, token } = await signedIn(demo.second);
  const { taskId } = await p.ok(dataExport.create, {}, { token });
  const lines = p.provider.services.registry.lines;
  const [first] = lines;
  if (!first) throw new Error('no line');
  const { exportData } = first;
  first.exportData = () => Promise.reject(new Error('the disk is gone'));
  try {
    await p.provider.services.jobs.runDue();
    expect((await p.ok(dataExport.list, {}, { token })).exports[0]?.status).toBe('waiting');
    p.clock.now += 3_600_000;
    await p.provider.services.jobs.runDue();
  } finally {
    if (exportData) first.exportData = exportData;
  }
  expect((await p.ok(dataExport.list, {}, { token })).exports[0]?.status).toBe('failed');
  expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('failed');
});

test('a field of the change log that is named like a secret is masked', async () => {
  const { p, token } = await signedIn(demo.second);
  const change = { group: 'domain', action: 'update', entity: { type: 'domain', id: 'x', name: 'x' } } as const;
  const after = { name: 'kept', nested: { apiToken: 'a-secret-that-was-logged' } };
  const accountId = await readAccountId(p, demo.second);
  const ids = { now: p.clock.now, newId: () => 'logged-by-mistake' };
  await p.store.write('t', (tx) => writeSystemChange(tx, ids, { kind: 'test', accountId, ...change, after }));
  const { export: requested } = await p.ok(dataExport.create, {}, { token });
  await p.provider.services.jobs.runDue();
  const activity = unzipFiles((await fetchZip(p, requested.id, token)).bytes)['activity.json'] ?? '';
  expect(activity).toContain('kept');
  expect(activity).not.toContain('a-secret-that-was-logged');
});
