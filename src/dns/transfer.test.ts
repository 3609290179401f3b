import { execFile } from 'node:child_process';
import dgram from 'node:dgram';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { record, served, startNameServer } from '../../tests/support/nameServer.ts';
import { toTsigKey } from '../config/env.ts';
import { parseZone } from '../lib/rules/cdn/zone/parse.ts';
import { newZoneKey } from './keys.ts';
import { readQuery } from './query.ts';
import { verify } from './tsig.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const key = toTsigKey(`transfer.nasim:${SECRET}`)!; // valid by its form
const records = [
  ...Array.from({ length: 3_000 }, (_, i) => record(`host-${i}`, 'A', `192.0.2.${i % 250}`)),
  record('@', 'MX', 'mail.other.example', { priority: 10 }),
  record('old', 'DNAME', 'new.example'),
  record('web', 'A', '198.51.100.1', { proxy: true }),
];
const zone = served('a.example', records, { version: 41 });
const options = { keys: [key], secondaries: [{ address: '127.0.0.1', port: 9 }], edge: ['203.0.113.80'] };

test('without a key a zone isn’t transferred, and over UDP never', async () => {
  const { query } = await startNameServer([zone], options);
  for (const type of ['AXFR', 'IXFR'])
    for (const tcp of [true, false]) expect(await query({ name: 'a.example', type, tcp })).toMatchObject({ rcode: 'REFUSED', answers: [] });
});

test.each([
  ['transfer:MTIzNDU2Nzg5MDEyMzQ1Ng==', true],
  ['Transfer.Nasim.:MTIzNDU2Nzg5MDEyMzQ1Ng==', true],
  ['transfer:c2hvcnQ=', false],
  ['transfer', false],
  ['transfer:not base64', false],
])('the key %s is valid: %s', (text, isValid) => expect(toTsigKey(text) !== null).toBe(isValid));

test('secondaries are told of a change until they answer', async () => {
  const secondary = dgram.createSocket('udp4');
  onTestFinished(() => new Promise<void>((resolve) => secondary.close(() => resolve())));
  await new Promise<void>((resolve) => secondary.bind(0, '127.0.0.1', resolve));
  const messages: Buffer[] = [];
  const notified = new Promise<void>((resolve) => {
    secondary.on('message', (message, from) => {
      messages.push(message);
      const reply = Buffer.from(message.subarray(0, 12));
      reply.writeUInt16BE(message.readUInt16BE(2) | 0x8000, 2);
      secondary.send(reply, from.port, from.address);
      resolve();
    });
  });
  await startNameServer([zone], { ...options, secondaries: [{ address: '127.0.0.1', port: secondary.address().port }] });
  await notified;
  const [message = Buffer.alloc(0)] = messages;
  const read = readQuery(message);
  if (typeof read === 'string') throw new Error(read);
  expect(read).toMatchObject({ opcode: 4, name: 'a.example', type: 6 });
  expect(verify(message, read, [key], Date.now())).toMatchObject({ ok: true });
  expect(verify(message, read, [{ ...key, secret: Buffer.alloc(32) }], Date.now()).ok).toBe(false);
  expect(verify(message, read, [key], Date.now() + 400_000).ok).toBe(false);
});

describe.skipIf(!which('dig'))('dig (skipped where Debian’s bind9-dnsutils is missing)', () => {
  /** Its output as a zone file: signatures of messages as comments. */
  const dig = async (port: number, secret: string, ...args: string[]) =>
    (
      await promisify(execFile)(
        'dig',
        ['@127.0.0.1', '-p', String(port), '-y', `hmac-sha256:transfer.nasim:${secret}`, '+tries=1', '+time=5', ...args],
        { timeout: 20_000, maxBuffer: 1e8 },
      )
    ).stdout.replace(/^.*\tTSIG\t.*$/gm, (line) => `; ${line}`);

  test('gets the whole zone with the key, in several messages that are all signed', async () => {
    const { port } = await startNameServer([zone], options);
    const text = await dig(port, SECRET, 'a.example', 'AXFR');
    expect(text).not.toMatch(/Couldn't verify|failed|expected a TSIG/);
    const { records: read, soa, refused } = parseZone(text, { zone: 'a.example' });
    expect({ refused, serial: soa?.serial, count: read.length }).toEqual({ refused: [], serial: 41, count: records.length });
    expect(read).toContainEqual(expect.objectContaining({ name: 'old', type: 'DNAME', content: 'new.example' }));
    // Secondaries answer proxied records as this server does.
    expect(read).toContainEqual(expect.objectContaining({ name: 'web', type: 'A', content: '203.0.113.80' }));
    expect(text).toMatch(/messages [2-9]|messages \d\d/);
    const changes = await dig(port, SECRET, 'a.example', 'IXFR=40');
    expect(parseZone(changes, { zone: 'a.example' }).records).toHaveLength(records.length);
    expect(parseZone(await dig(port, SECRET, 'a.example', 'IXFR=41', '+tcp'), { zone: 'a.example' }).records).toEqual([]);
    // The question of a secondary for the serial is signed too.
    expect(await dig(port, SECRET, 'a.example', 'SOA')).toMatch(/status: NOERROR[\s\S]*TSIG/);
  });

  test('gets nothing with another key, from another address, or of a signed zone', async () => {
    const signed = served('signed.example', records.slice(0, 5), { keys: [newZoneKey()] });
    const { port } = await startNameServer([zone, signed], options);
    const wrong = Buffer.alloc(32, 8).toString('base64');
    expect(await dig(port, wrong, 'a.example', 'AXFR')).not.toContain('host-1');
    expect(await dig(port, wrong, 'a.example', 'SOA')).toMatch(/status: NOTAUTH/);
    expect(await dig(port, SECRET, '-b', '127.0.0.9', 'a.example', 'AXFR')).toContain('Transfer failed');
    expect(await dig(port, SECRET, 'signed.example', 'AXFR')).toContain('Transfer failed');
    expect(await dig(port, SECRET, 'host-1.a.example', 'AXFR')).toContain('Transfer failed');
  });
});
