import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { folder, zone } from '../../../../tests/support/dns-files.ts';
import { driverContract } from '../../../../tests/support/driver-contract.ts';
import { soaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import type { ZoneSnapshot } from './dns.ts';
import { filesDriver } from './files.ts';

/** BIND's own tools, if installed (`bind9-utils`). */
const program = (name: string) => [`/usr/bin/${name}`, `/usr/sbin/${name}`].find((path) => existsSync(path));
const compilezone = program('named-compilezone');
const checkconf = program('named-checkconf');
const txt = (content: string) => [{ name: '@', type: 'TXT' as const, content, ttl: 'auto' as const, proxy: false }];
const fileOf = (dir: string, name: string) => readFileSync(join(dir, 'zones', name), 'utf8');
const listOf = (dir: string) => readFileSync(join(dir, 'named.conf.zones'), 'utf8');
const soon = () => AbortSignal.timeout(5_000);

driverContract<ZoneSnapshot>('the driver of zone files', {
  async make() {
    const dir = folder();
    return {
      driver: filesDriver({ folder: dir }),
      again: () => filesDriver({ folder: dir }),
      async held(id) {
        const isListed = existsSync(join(dir, 'named.conf.zones')) && listOf(dir).includes(`zone "${id}"`);
        const isThere = existsSync(join(dir, 'zones', id));
        expect(isListed).toBe(isThere);
        // The first line contains the time of writing.
        return isThere ? fileOf(dir, id).replace(/^;.*\n/, '') : null;
      },
      async harm(how) {
        if (how === 'down') {
          rmSync(join(dir, 'drafts'), { recursive: true });
          writeFileSync(join(dir, 'drafts'), '');
          return async () => rmSync(join(dir, 'drafts'));
        }
        // Another process is paused inside the critical section.
        const other = new Sqlite(join(dir, 'register.sqlite'));
        other.exec('begin immediate');
        return async () => {
          other.close();
        };
      },
    };
  },
  state: (id, version, text) => zone(id, version, { records: txt(text) }),
  impossible: (id, version) => zone(id, version, { flattening: true, records: txt('impossible') }),
});

test('a thousand new zones at once do not write the list a thousand times', async () => {
  const dir = folder();
  const reload = join(dir, 'rndc');
  writeFileSync(reload, `#!/bin/sh\necho "$@" >> ${join(dir, 'told')}\n`, { mode: 0o755 });
  const driver = filesDriver({ folder: dir, reload });
  await Promise.all(Array.from({ length: 60 }, (_, i) => driver.apply(zone(`n${i}.example`, 1), AbortSignal.timeout(20_000))));
  expect(listOf(dir).match(/^zone /gm)).toHaveLength(60);
  expect(readFileSync(join(dir, 'told'), 'utf8').trim().split('\n').length).toBeLessThan(30);
});

test.runIf(compilezone && checkconf)('BIND loads the list and reads the same records', async () => {
  const dir = folder();
  const driver = filesDriver({ folder: dir });
  const record = (name: string, type: 'A' | 'MX' | 'TXT' | 'CNAME' | 'SRV', content: string, more = {}) => ({
    name,
    type,
    content,
    ttl: 'auto' as const,
    proxy: false,
    ...more,
  });
  await driver.apply(
    zone('a.example', 41, {
      soa: { email: 'dns.team@a.example', ...soaTimes(600) },
      defaultTtl: 600,
      nameServers: ['ns1.a.example', 'ns2.nasim.example'],
      records: [
        record('ns1', 'A', '203.0.113.1', { ttl: 60 }),
        record('www', 'A', '203.0.113.2', { proxy: true }),
        record('@', 'TXT', `v=spf1 "quoted" ; not a comment ${'x'.repeat(300)}`),
        // Mistakes in a customer's records don't keep their zone from being served.
        record('@', 'MX', 'nowhere.a.example', { priority: 10 }),
        record('_x._tcp', 'SRV', 'nowhere.a.example', { priority: 1, weight: 2, port: 3 }),
      ],
    }),
    soon(),
  );
  await driver.apply(zone('b.example', 1, { records: [record('*', 'CNAME', 'a.example')] }), soon());
  const conf = join(dir, 'named.conf');
  writeFileSync(conf, `options { directory "${dir}"; };\ninclude "${join(dir, 'named.conf.zones')}";\n`);
  expect(execFileSync(checkconf ?? '', ['-z', conf], { encoding: 'utf8' })).toMatch(
    /a\.example\/IN: loaded serial 41\n[\s\S]*b\.example\/IN: loaded serial 1\n/,
  );
  const read = (name: string) =>
    execFileSync(compilezone ?? '', ['-i', 'local', '-q', '-o', '-', name, join(dir, 'zones', name)], { encoding: 'utf8' });
  const lines = read('a.example').replace(/[\t ]+/g, ' ');
  expect(lines).toContain('a.example. 600 IN SOA ns1.a.example. dns\\.team.a.example. 41 10000 2400 604800 600');
  expect(lines).toContain('ns1.a.example. 60 IN A 203.0.113.1');
  expect(lines).toContain('www.a.example. 600 IN A 203.0.113.2');
  expect(lines.match(/ IN NS /g)).toHaveLength(2);
  expect(read('b.example')).toMatch(/\*\.b\.example\.\s+3600\s+IN\s+CNAME\s+a\.example\./);
});

test('without named-checkconf the list is written unchecked', async () => {
  const dir = folder();
  await filesDriver({ folder: dir, checkconf: join(dir, 'nothing') }).apply(zone('good.example', 1), soon());
  expect(listOf(dir)).toContain('zone "good.example"');
});
