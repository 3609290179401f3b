import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { which } from '../../../../scripts/lib/which.mjs';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { record, served } from '../../../../tests/support/nameServer.ts';
import { start } from '../../../../tests/support/propagation.ts';
import { readRecords } from '../../../dns/reply.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
const { old } = addresses;

/** The status and the records of an answer, as `dig` reads it: `[type, data, TTL]`. */
async function dig(port: number, name: string, type: string) {
  const args = ['@127.0.0.1', '-p', String(port), '+norec', '+tries=1', '+time=10', '+noall', '+comments', '+answer', name, type];
  const { stdout } = await promisify(execFile)('dig', args, { timeout: 20_000 });
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
  return {
    status: /status: (\w+)/.exec(stdout)?.[1],
    answer: lines.map((line) => line.split(/\s+/)).map(([, ttl, , kind, ...data]) => [kind, data.join(' '), Number(ttl)]),
  };
}

describe.skipIf(!which('dig'))('dig (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('agrees with the panel on a flattened name whose target resolves, changes, is slow, fails, and doesn’t exist', async () => {
    const internet = await startDns();
    onTestFinished(() => internet[Symbol.asyncDispose]());
    const clock = { now: Date.now() };
    const target = (...addresses: string[]) =>
      internet.zone(
        old,
        'target.test',
        addresses.map((address) => ['www.target.test', 'A', address, 120]),
      );
    internet.delegate('target.test', { 'ns.target.test': old });
    target('198.51.100.7');
    const { p, token, port, put, server, publish, look } = await start(internet, {
      resolvers: [internet.env.RESOLVERS],
      clock: () => clock.now,
    });
    const { setting } = await p.ok(dnsSetting.get, { domainId }, { token });
    await p.ok(dnsSetting.update, { domainId, ...setting, cnameFlattening: true }, { token });
    await p.ok(dns.create, { domainId, name: 'flat', type: 'CNAME', content: 'www.target.test', ttl: 60, proxy: false }, { token });
    await publish();
    // The panel refuses a CNAME at the root; a zone from elsewhere may have one.
    await put(served('root.example', [record('@', 'CNAME', 'www.target.test', { ttl: 60 }), record('@', 'TXT', 'root')]));
    server.follow();
    const flat = `flat.${NAME}`;
    /** What the panel says, while `dig` gets the same for the name and for a root. */
    const shown = async () => {
      const { zone, resolvers } = await look('flat', 'A');
      const own = resolvers.find(({ kind }) => kind === 'own');
      expect(zone).toEqual({ source: 'flattened', target: 'www.target.test', answer: [] });
      for (const name of [flat, 'root.example']) {
        const { status, answer } = await dig(port, name, 'A');
        expect([name, status, answer.map(([kind, data]) => [kind, data])]).toEqual([
          name,
          own?.state === 'answered' ? 'NOERROR' : own?.rcode,
          own?.answer.map(({ type, content }) => [type, content]),
        ]);
      }
      return own?.state === 'answered' ? own.answer.map(({ content, ttl }) => [content, ttl]) : own?.rcode;
    };
    expect(await shown()).toEqual([['198.51.100.7', 60]]);
    // Other types: nothing, or the alias itself; a root has no alias that could be seen.
    expect(await dig(port, flat, 'AAAA')).toEqual({ status: 'NOERROR', answer: [] });
    expect(await dig(port, flat, 'TXT')).toEqual({ status: 'NOERROR', answer: [['CNAME', 'www.target.test.', 60]] });
    expect((await look('flat', 'TXT')).zone.answer.map(({ type, content }) => [type, content])).toEqual([['CNAME', 'www.target.test.']]);
    expect(await dig(port, 'root.example', 'TXT')).toEqual({ status: 'NOERROR', answer: [['TXT', '"root"', 3600]] });

    // Until the resolver's answer is there, that of before may be given.
    const becomes = (...expected: string[]) =>
      expect
        .poll(
          async () => {
            clock.now += 6_000;
            return (await dig(port, flat, 'A')).answer.map(([, data]) => data).sort();
          },
          { interval: 50, timeout: 15_000 },
        )
        .toEqual(expected);

    target('198.51.100.8', '198.51.100.9');
    expect(await shown()).toEqual([['198.51.100.7', 60]]);
    clock.now += 121_000;
    await becomes('198.51.100.8', '198.51.100.9');
    await shown();

    // The addresses of before are answered while a resolver takes its time.
    target('198.51.100.10');
    clock.now += 121_000;
    internet.mood(addresses.resolver, 'dead');
    expect(await shown()).toEqual([
      ['198.51.100.8', 30],
      ['198.51.100.9', 30],
    ]);
    internet.mood(addresses.resolver, 'ok');
    await becomes('198.51.100.10');
    await shown();

    internet.mood(addresses.resolver, 'servfail');
    clock.now += 121_000;
    expect(await shown()).toEqual([['198.51.100.10', 30]]);
    clock.now += 25 * 3_600_000;
    expect(await shown()).toBe('SERVFAIL');
    internet.mood(addresses.resolver, 'ok');
    clock.now += 6_000;
    expect(await shown()).toEqual([['198.51.100.10', 60]]);

    target();
    clock.now += 121_000;
    await becomes();
    expect(await shown()).toEqual([]);
  });
});

test('compressed names in data are compared in canonical form, and broken messages are harmless', () => {
  const name = Buffer.from('\x01A\x07example\x00', 'latin1');
  const header = Buffer.from([0, 1, 0x84, 0, 0, 1, 0, 2, 0, 0, 0, 0]);
  const mx = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, 9, 0, 10, 4, 77, 65, 73, 76, 0xc0, 12]);
  // A pointer to itself.
  const loop = Buffer.from([0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 2, 0xc0, 12 + 15 + 21 + 12]);
  const message = Buffer.concat([header, name, Buffer.from([0, 15, 0, 1]), mx, loop]);
  expect(message[12 + name.length + 4 + mx.length + 12]).toBe(0xc0);
  expect(readRecords(message).answers).toEqual([
    { name: 'a.example', type: 15, ttl: 60, rdata: Buffer.from('\x00\x0a\x04mail\x01a\x07example\x00', 'latin1') },
  ]);
  for (let size = 0; size < message.length; size++) expect(readRecords(message.subarray(0, size)).answers.length).toBeLessThan(2);
});
