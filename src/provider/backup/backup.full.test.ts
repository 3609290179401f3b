import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import {
  allRows,
  command,
  emptyTarget,
  openTarget,
  runCommand,
  STARTS,
  startBackedUp,
  startRestored,
} from '../../../tests/support/backup.ts';
import { stored } from '../../../tests/support/stored.ts';
import type { Output } from '../../lib/contract/call.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { serverOrder } from '../../lib/contract/cloud/serverOrder.ts';
import { spaceObject } from '../../lib/contract/cloud/spaceObject.ts';
import { upload } from '../../lib/contract/core/upload.ts';
import { demo } from '../../lib/contract/fields.ts';
import { ticket } from '../../lib/contract/support/ticket.ts';
import { restoreMark } from '../../lib/node/restoreMark.ts';
import { makeProvider } from '../index.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

const { domainId, spaceId } = demo;

test(
  'a backup made while customers write has everything that was acknowledged before it, and restores row by row',
  async () => {
    const context = await startBackedUp();
    const { p, token, env, put, file } = context;
    p.provider.start();
    const isOnStop = { value: false };
    /** What each writer was acknowledged, oldest first. */
    const records: string[] = [];
    const tickets: string[] = [];
    const orders: string[] = [];
    const objects = new Map<string, string>();
    const repeat = async (write: (n: number) => Promise<void>) => {
      for (let n = 0; !isOnStop.value; n++) {
        await write(n);
        await wait(20);
      }
    };
    const writers = [
      repeat(async (n) => {
        const { record } = await p.ok(dns.create, { domainId, name: `load${n}`, type: 'TXT', content: `value ${n}` }, { token });
        records.push(record.id);
      }),
      repeat(async (n) => {
        const text = `attachment ${n}`;
        const sent = await p.try(upload.file, { usage: 'ticket', draft: `draft-${n}` }, { token, file: new File([text], `${n}.txt`) });
        // There are limits for each hour and day, and for the balance.
        if (sent.status !== 200) return;
        const { id } = (sent.body as { file: { id: string } }).file;
        const form = { title: `Load ${n}`, departmentId: 'technical', service: 'cdn', message: 'Text.', attachments: [id] };
        const made = await p.try(ticket.create, form, { token });
        if (made.status === 200) tickets.push((made.body as { ticket: { id: string } }).ticket.id);
      }),
      repeat(async (n) => {
        // A few are enough: each starts tasks.
        if (n >= 10) return;
        const draft = { plan: 'pro-2023' as const, nameServer: `load-${n}` };
        const quote = await p.try(serverOrder.quote, draft, { token });
        if (quote.status !== 200) return;
        const { price } = quote.body as unknown as Output<typeof serverOrder.quote>; // checked by the call's schema in the provider
        const made = await p.try(serverOrder.create, { ...draft, price: { hourly: price.hourly, monthly: price.monthly } }, { token });
        if (made.status === 200) orders.push(...(made.body as { servers: { id: string }[] }).servers.map(({ id }) => id));
      }),
      // New objects, and one that is replaced again and again, so that contents are deleted.
      repeat(async (n) => {
        await put(`load/${n}`, `object ${n}`);
        objects.set(`load/${n}`, `object ${n}`);
        await put('load/replaced', `version ${n}`);
        objects.set('load/replaced', `version ${n}`);
      }),
    ];
    while (records.length < 20 || tickets.length < 3 || orders.length < 1 || objects.size < 5) await wait(10);
    const before = { records: [...records], tickets: [...tickets], orders: [...orders], objects: [...objects.keys()] };
    const report = await runCommand('backup', env, file);
    const during = records.length - before.records.length;
    isOnStop.value = true;
    await Promise.all(writers);
    expect(report).toContain('It contains secrets');
    expect(during).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(context.folder).filter((name) => name.includes('.part-'))).toEqual([]);

    const target = await emptyTarget(context);
    expect(await runCommand('restore', target, file)).toContain('Next: ');
    const restored = await startRestored(target, p.clock.now);
    const { store } = restored.provider.services;
    const has = async (table: 'dnsRecord' | 'ticket' | 'server') => new Set((await stored({ store }, table)).map(({ id }) => id));
    const [hasRecord, hasTicket, hasServer] = [await has('dnsRecord'), await has('ticket'), await has('server')];
    expect(before.records.filter((id) => !hasRecord.has(id))).toEqual([]);
    expect(before.tickets.filter((id) => !hasTicket.has(id))).toEqual([]);
    expect(before.orders.filter((id) => !hasServer.has(id))).toEqual([]);
    // One writer's records: none is there without those before it.
    expect(records.slice(0, records.filter((id) => hasRecord.has(id)).length).every((id) => hasRecord.has(id))).toBe(true);
    for (const key of before.objects)
      if (key !== 'load/replaced') expect([key, await restored.readObject(key)]).toEqual([key, objects.get(key)]);
    expect(await restored.readObject('load/replaced')).toMatch(/^version \d+$/);
    // Every row of a file has its bytes, those added during the backup too.
    for (const { path, size } of await stored({ store }, 'storedFile'))
      expect([path, statSync(join(target.DATA_DIR, 'uploads', path)).size]).toEqual([path, size]);
    const live = new Map((await stored(p, 'changeLog')).map((row) => [row.id, row]));
    for (const row of await stored({ store }, 'changeLog')) expect(live.get(row.id)).toEqual(row);
    if (store.kind === 'sqlite') {
      const check = async (pragma: string) => (await sql.raw<object>(`pragma ${pragma}`).execute(store.reader)).rows;
      expect([await check('foreign_key_check'), await check('integrity_check')]).toEqual([[], [{ integrity_check: 'ok' }]]);
    }
    // The session and the sealed key of the space need the secrets, the password doesn't.
    expect((await restored.send(`${dns.list.path}?domainId=${domainId}`, undefined, token)).status).toBe(200);
    expect((await restored.send('/auth/login', { username: demo.email, password: demo.password })).status).toBe(200);
    const link = await restored.send(`${spaceObject.download.path}?spaceId=${spaceId}&key=load%2F0`, undefined, token);
    expect(await (await fetch(((await link.json()) as { url: string }).url)).text()).toBe('object 0');
  },
  STARTS,
);

/** A running restore of a backup with a file of this size, which takes a while. It has begun to write. */
async function startRestore(bytes: number) {
  const context = await startBackedUp();
  const { env, file } = context;
  mkdirSync(join(env.DATA_DIR, 'uploads'), { recursive: true });
  writeFileSync(join(env.DATA_DIR, 'uploads', `1-${'0'.repeat(32)}`), Buffer.alloc(bytes, 1));
  await makeBackup(env, file);
  const target = await emptyTarget(context);
  const { args, env: variables } = command('restore', target, file);
  const child = spawn(process.execPath, args, { env: variables, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!existsSync(join(target.DATA_DIR, 'uploads'))) await wait(1);
  return { ...context, target, child, ended };
}

test(
  'a restore that a signal ends fails, and says so to its caller',
  async () => {
    const { target, child, ended } = await startRestore(200_000_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(restoreMark(target.DATA_DIR))).toBe(true);
  },
  STARTS,
);

test(
  'a restore that is killed leaves an installation that doesn’t start, and the next one starts over',
  async () => {
    const { p, file, folder, target, child, ended } = await startRestore(60_000_000);
    // A second one meanwhile doesn't touch what the first one writes.
    child.kill('SIGSTOP');
    await expect(restoreBackup(target, file)).rejects.toThrow('Another restore');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(restoreMark(target.DATA_DIR))).toBe(true);
    await expect(makeProvider({ env: target })).rejects.toThrow('was interrupted');
    await expect(makeBackup(target, join(folder, 'half.tar'))).rejects.toThrow('was interrupted');
    // What isn't of a restore is still refused.
    writeFileSync(join(target.DATA_DIR, 'notes.txt'), '');
    await expect(restoreBackup(target, file)).rejects.toThrow('it has notes.txt');
    rmSync(join(target.DATA_DIR, 'notes.txt'));
    await restoreBackup(target, file);
    expect(existsSync(restoreMark(target.DATA_DIR))).toBe(false);
    const copy = await openTarget(target);
    onTestFinished(() => copy.close());
    expect(await allRows(copy)).toEqual(await allRows(p.store));
  },
  STARTS,
);
