import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { which } from '../../../../scripts/lib/which.mjs';
import { DS_TTL, type DsRecord, domainId, NAME, READY, rollDs, signed } from '../../../../tests/support/dnssecRoll.ts';
import { newFolder, startNameServer } from '../../../../tests/support/nameServer.ts';
import { dns as dnsCalls } from '../../../lib/contract/cdn/dns.ts';
import { dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { SPREAD } from '../../../lib/rules/cdn/dnssec/roll.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';
import { nodeDriver } from '../../drivers/dns/node.ts';

test('it waits for the name servers, and longer for records with a longer TTL', async () => {
  const { p, engine, on, later, get, publish } = await signed();
  const { records } = await p.ok(dnsCalls.list, { domainId }, { token: await p.signIn() });
  const record = records.find(({ type }) => type === 'TXT');
  await p.ok(dnsCalls.update, { domainId, recordId: record?.id ?? '', ttl: 604_800 }, { token: await p.signIn() });
  await later(0);
  engine.always = 'fail';
  expect((await on(dnssec.roll)).status).toBe(200);
  expect((await later(DAY)).roll).toMatchObject({ step: 'publish' });
  expect((await get()).roll?.publishedAt).toBeUndefined();
  engine.always = null;
  const published = await later(DAY);
  expect(Date.parse(published.roll?.publishedAt ?? '')).toBe(p.clock.now);
  const ready = await later(READY);
  publish(rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] }));
  const state = await later(10 * MINUTE);
  expect(Date.parse(state.roll?.until ?? '') - Date.parse(published.roll?.publishedAt ?? '')).toBe((SPREAD + 604_800) * 1000);
});

test('a parent that doesn’t answer keeps both keys, however late it is; so does one that lost the new DS record', async () => {
  const { on, later, keys, old, publish, setMood } = await signed();
  await on(dnssec.roll);
  await later(MINUTE);
  const ready = await later(READY);
  const fresh = rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] });
  publish(old, fresh);
  expect((await later(10 * MINUTE)).roll?.step).toBe('parent');
  setMood('servfail');
  const silent = await later(30 * DAY);
  expect(silent.roll).toMatchObject({ step: 'parent', unansweredAt: expect.any(String) });
  expect(keys()).toHaveLength(2);
  expect((await on(dnssec.cancelRoll)).body).toMatchObject({ code: 'dnssec:error.unreachable' });
  setMood('ok');
  publish(old);
  const lost = await later(10 * MINUTE);
  expect(lost.roll).toMatchObject({ step: 'registrar' });
  expect(lost.roll?.unansweredAt).toBeUndefined();
  publish(old, fresh);
  expect((await later(10 * MINUTE)).roll).toMatchObject({ step: 'parent', canCancel: false });
  // The TTL counts again from here; the old DS record may stay beside the new one.
  expect((await later(DS_TTL * 1000 - MINUTE)).roll?.step).toBe('parent');
  expect((await later(MINUTE)).roll).toBeUndefined();
});

describe.skipIf(!which('delv'))('delv (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('validates every kind of answer with the old and the new DS record while a resolver may have either', async () => {
    const folder = newFolder();
    const server = await startNameServer([], { folder });
    const { p, on, later, old, publish } = await signed(nodeDriver({ folder }));
    await p.ok(
      dnsCalls.create,
      { domainId, name: '*.wild', type: 'A', content: '192.0.2.7', ttl: 'auto', proxy: false },
      { token: await p.signIn() },
    );
    /** Whether a resolver with this DS record of the parent validates everything, and nothing, of the zone. */
    const validates = async (one: DsRecord) => {
      server.server.follow();
      const file = join(folder, 'anchors');
      writeFileSync(file, `trust-anchors { "${NAME}" static-ds ${one.keyTag} 13 ${one.digestType} "${one.digest}"; };\n`);
      const questions = [`${NAME} SOA`, `${NAME} DNSKEY`, `${NAME} CDS`, `x.wild.${NAME} A`, `gone.${NAME} A`, `${NAME} TLSA`];
      const answers = await Promise.all(
        questions.map(async (question) => {
          const args = ['@127.0.0.1', '-p', String(server.port), '-a', file, `+root=${NAME}`, '+nomtrace', ...question.split(' ')];
          const { stdout, stderr } = await promisify(execFile)('delv', args, { timeout: 20_000 }).catch(
            (error: { stdout: string; stderr: string }) => error, // it exits with a status when it can't validate
          );
          return /fully validated/.test(`${stdout}${stderr}`);
        }),
      );
      return new Set(answers).size === 1 ? answers[0] : answers;
    };
    await later(0);
    expect(await validates(old)).toBe(true);
    await on(dnssec.roll);
    const started = await later(MINUTE);
    const { keyTag = 0 } = started.roll?.key ?? {};
    const ready = await later(READY);
    const fresh = rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] });
    expect(fresh.keyTag).toBe(keyTag);
    expect(ready.roll?.step).toBe('registrar');
    expect([await validates(old), await validates(fresh)]).toEqual([true, true]);
    publish(fresh);
    expect((await later(10 * MINUTE)).roll?.step).toBe('parent');
    expect([await validates(old), await validates(fresh)]).toEqual([true, true]);
    await later(DS_TTL * 1000);
    expect((await later(0)).roll).toBeUndefined();
    expect([await validates(old), await validates(fresh)]).toEqual([false, true]);
    // It starts 42 processes.
  }, 60_000);
});
