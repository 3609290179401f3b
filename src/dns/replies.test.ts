import { expect, test } from 'vitest';
import { exchange, queryBytes, readReply } from '../../tests/support/dnsClient.ts';
import { record, served, startNameServer } from '../../tests/support/nameServer.ts';
import { newZoneKey } from './keys.ts';

const zone = served('a.example', [
  record('www', 'A', '192.0.2.1'),
  record('sub', 'NS', 'ns.other.example'),
  record('*.wild', 'A', '192.0.2.3'),
]);

/** Asks with the same bytes but for the ID. */
async function repeated(port: number, requested: Parameters<typeof queryBytes>[0], times = 3) {
  const replies: Buffer[] = [];
  for (let id = 1; id <= times; id++) {
    const reply = await exchange(port, queryBytes(requested, id));
    if (!reply) throw new Error('no answer');
    expect(reply.readUInt16BE(0)).toBe(id);
    replies.push(reply.subarray(2));
  }
  return replies;
}

test('a repeated question gets the same reply with its own ID, in each form of the question', async () => {
  const { port } = await startNameServer([zone, served('s.example', zone.records, { keys: [newZoneKey()] })]);
  const forms = [{}, { dnssec: true }, { size: null }, { size: 512 }, { dnssec: true, compact: true }] as const;
  for (const name of ['www', 'WWW', 'gone', 'sub', 'x.wild'])
    for (const apex of ['a.example', 's.example'])
      for (const form of forms) {
        const question = { name: `${name}.${apex}`, type: 'A', ...form };
        const [first, ...more] = await repeated(port, question);
        for (const reply of more) expect(reply.equals(first ?? reply), JSON.stringify(question)).toBe(true);
      }
});

test('a change, a removal and a new zone below are answered at once', async () => {
  const { port, put, server } = await startNameServer([zone]);
  const query = async (name: string) => {
    const [reply] = await repeated(port, { name, type: 'A' }, 2);
    const { rcode, answers } = readReply(Buffer.concat([Buffer.alloc(2), reply ?? Buffer.alloc(0)]));
    return answers[0]?.data ?? rcode;
  };
  expect(await query('www.a.example')).toBe('192.0.2.1');
  await put({ ...zone, version: 8, records: [record('www', 'A', '192.0.2.2')] });
  server.follow();
  expect(await query('www.a.example')).toBe('192.0.2.2');
  expect(await query('gone.a.example')).toBe('NXDOMAIN');
  await put(served('gone.a.example', [record('@', 'A', '192.0.2.4')]));
  server.follow();
  expect(await query('gone.a.example')).toBe('192.0.2.4');
  await put(null, 'gone.a.example');
  server.follow();
  expect(await query('gone.a.example')).toBe('NXDOMAIN');
  await put(null, 'a.example');
  server.follow();
  expect(await query('www.a.example')).toBe('REFUSED');
});

test('signatures are of the day, also those of a kept reply', async () => {
  const clock = { now: Date.UTC(2026, 10, 25, 12) };
  const { port } = await startNameServer([{ ...zone, keys: [newZoneKey()] }], { clock: () => clock.now });
  const query = () => repeated(port, { name: 'www.a.example', type: 'A', dnssec: true }, 2);
  const [today] = await query();
  clock.now += 86_400_000;
  const [tomorrow, again] = await query();
  expect(tomorrow?.equals(today ?? tomorrow)).toBe(false);
  expect(again?.equals(tomorrow ?? again)).toBe(true);
});

test('kept replies count for the limit of responses, and are cut with the question beyond it', async () => {
  const { port } = await startNameServer([zone], { perSecond: 5, isLimited: () => true, clock: () => 1_000_000 });
  const question = { name: 'www.a.example', type: 'A' };
  await repeated(port, question, 5);
  expect(await exchange(port, queryBytes(question), false, 150)).toBeNull();
  expect(readReply((await exchange(port, queryBytes(question))) ?? Buffer.alloc(0))).toMatchObject({
    tc: true,
    answers: [],
    rcode: 'NOERROR',
  });
});
