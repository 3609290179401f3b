import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { archive } from '../../../lib/contract/finance/archive.ts';

const company = archive.create.example;

test('a request lists the closed invoices of its months, and waits until the current month is closed', async () => {
  const { p, token } = await signedIn();
  const { archive: ready } = await p.ok(archive.create, { ...company, from: '2026-09', to: '2026-10' }, { token });
  expect(ready).toMatchObject({ status: 'ready', invoices: 2, accountType: 'business', name: 'Parvaz Trading' });
  const { archive: waiting } = await p.ok(archive.create, { ...company, from: '2026-10', to: '2026-11' }, { token });
  expect(waiting.status).toBe('waiting');
  const early = await p.try(archive.download, { archiveId: waiting.id }, { token });
  expect([early.status, early.body.code]).toEqual([409, 'archive:error.notReady']);
  const { file } = await p.ok(archive.download, { archiveId: ready.id }, { token });
  expect(Object.keys(unzipSync(new Uint8Array(Buffer.from(file.content, 'base64')))).sort()).toEqual([
    '2026-000004.pdf',
    '2026-000005.pdf',
  ]);
  const { archives } = await p.ok(archive.list, {}, { token });
  expect(archives.map(({ id }) => id)).toEqual([waiting.id, ready.id, demo.archiveId]);
});

test('a wrong value is refused at its field', async () => {
  const p = await startProvider();
  for (const [field, wrong] of [
    ['to', { from: '2026-10', to: '2026-09' }],
    ['to', { from: '2023-01', to: '2026-10' }],
    ['to', { from: '2026-10', to: '2026-12' }],
    ['from', { from: '2026-13' }],
    ['name', { name: ' ' }],
    ['nationalCode', { nationalCode: '12 34' }],
    ['postalCode', { postalCode: '#' }],
    ['economicCode', { economicCode: '' }],
  ] as const) {
    const { status, body } = await p.try(archive.create, { ...company, ...wrong }, { token: await p.signIn() });
    expect([status, Object.keys(body.fields ?? {})], JSON.stringify(wrong)).toEqual([422, [field]]);
  }
});

test('a person needs no tax ID, a period without invoices is reported, and another account doesn’t see the request', async () => {
  const { p, token } = await signedIn();
  const person = { ...company, accountType: 'personal' as const, economicCode: '', from: '2024-01', to: '2024-02' };
  const { archive: made } = await p.ok(archive.create, person, { token });
  expect(made.status).toBe('empty');
  expect((await p.try(archive.download, { archiveId: made.id }, { token })).body.code).toBe('archive:error.nothing');
  const stranger = await p.signIn(demo.second);
  expect((await p.ok(archive.list, {}, { token: stranger })).archives).toEqual([]);
});
