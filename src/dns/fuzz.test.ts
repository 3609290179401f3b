import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { queryBytes } from '../../tests/support/dnsClient.ts';
import { record, served } from '../../tests/support/nameServer.ts';
import { newZoneKey } from './keys.ts';
import { makeResponder } from './respond.ts';
import { prepareZone, type Zone } from './zone.ts';

const PACKETS = process.env.FULL ? 100_000 : 10_000;

/** The same numbers in each run (mulberry32), so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // what the flag above adds
/** Bytes in use, without garbage. */
function used(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
/** Some questions are valid in spite of the changes, and their replies and signatures are cached. */
const SAMPLE_BYTES = 32 * 1024 * 1024;

test(`${PACKETS} malformed packets: each is answered with a response or with nothing, and memory stays flat`, async () => {
  const edge = { A: [], AAAA: [] };
  const records = [
    record('@', 'A', '192.0.2.1'),
    record('*', 'TXT', 'x'.repeat(600)),
    record('www', 'CNAME', 'a.example'),
    record('sub', 'NS', 'ns1.sub.a.example'),
    record('ns1.sub', 'A', '192.0.2.2'),
  ];
  const zones = new Map<string, Zone>([
    ['a.example', prepareZone(served('a.example', records), edge)],
    ['b.example', prepareZone(served('b.example', records, { keys: [newZoneKey()] }), edge)],
  ]);
  const respond = makeResponder({
    zones,
    perSecond: 0,
    isLimited: () => false,
    steerer: () => null,
    keys: [],
    mayTransfer: () => false,
    resolve: async () => null,
    clock: Date.now,
  });
  const number = random(20261125);
  const types = ['A', 'TXT', 'ANY', 'SOA', 'DS', 'NSEC', 'AXFR', 'UNKNOWN_65'];
  const names = ['a.example', 'x.a.example', 'www.b.example', 'y.sub.b.example', 'q.b.example', 'other.example', '.'];
  let before = 0;
  for (let i = 0; i < PACKETS; i++) {
    if (i === PACKETS / 2) before = used();
    const good = queryBytes({
      name: names[number(names.length)] ?? '.',
      type: types[number(types.length)] ?? 'A',
      size: number(3) === 0 ? null : number(65_536),
      dnssec: number(2) === 0,
      ...(number(2) === 0 && { cookie: Buffer.alloc(8 + number(40), number(256)) }),
    });
    const bad = number(10) === 0 ? Buffer.from(Array.from({ length: number(600) }, () => number(256))) : Buffer.from(good);
    for (let change = number(6); change > 0 && bad.length > 0; change--) bad[number(bad.length)] = number(256);
    const message = bad.subarray(0, number(4) === 0 ? number(bad.length + 1) : bad.length);
    const client = { address: '192.0.2.7', tcp: number(2) === 0 };
    const reply = await respond(message, client);
    if (reply === null || Array.isArray(reply)) {
      // Whole zones are for secondaries, of which there are none.
      expect(reply).toBeNull();
      continue;
    }
    if (reply.readUInt16BE(0) !== message.readUInt16BE(0) || !((reply[2] ?? 0) & 0x80) || reply.length > (client.tcp ? 65_535 : 1232))
      expect.fail(`packet ${i} ${message.toString('hex')} → ${reply.toString('hex')}`);
  }
  expect(used() - before).toBeLessThan(SAMPLE_BYTES);
});
