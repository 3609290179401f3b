import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { which } from '../../../../../scripts/lib/which.mjs';
import { hasPowerdns, PDNS_KEY, startPowerdns } from '../../../../../tests/support/powerdns.ts';
import { startProvider } from '../../../../../tests/support/provider.ts';
import { asRead } from '../../../../../tests/support/recordExamples.ts';
import { dns } from '../../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../../lib/contract/fields.ts';
import { parseZone } from '../../../../lib/rules/cdn/zone/parse.ts';
import { HOUR } from '../../../../lib/time.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
/** Changes between two kills; `test:full` makes 1,000 changes. */
const CHANGES = 50;
const KILLS = 20;

const text = (one: object) => JSON.stringify(one);

test.skipIf(!hasPowerdns || !which('dig'))(
  'PowerDNS killed in the middle of changes serves what the store has after its restart (skipped where it or dig is missing)',
  async () => {
    const engine = await startPowerdns();
    const p = await startProvider({ env: { DNS_DRIVER: 'powerdns', PDNS_URL: engine.url, PDNS_API_KEY: PDNS_KEY } });
    const publish = () => p.provider.services.jobs.runDue();
    let token = await p.signIn();
    await publish();

    /** The zone as a transfer has it. */
    async function servedZone() {
      const args = ['@127.0.0.1', '-p', String(engine.port), '+noall', '+answer', '+onesoa', NAME, 'AXFR'];
      const { stdout } = await promisify(execFile)('dig', args, { timeout: 20_000 });
      const { records, soa, refused } = parseZone(stdout, { zone: NAME });
      expect(refused).toEqual([]);
      return { serial: soa?.serial, records: records.filter(({ name, type }) => name !== '@' || type !== 'NS').map(asRead) };
    }

    let made = 0;
    const ids: string[] = [];
    /** One of: a new record, another value, a removal. */
    async function change() {
      const turn = made++ % 4;
      const recordId = ids[0];
      if (turn === 3 && recordId) {
        ids.shift();
        await p.ok(dns.delete, { domainId, recordId }, { token });
      } else if (turn === 2 && recordId)
        await p.ok(dns.update, { domainId, recordId, name: `c${made}`, type: 'A', content: '192.0.2.2', ttl: 60 }, { token });
      else {
        const content = `192.0.2.${made % 250}`;
        const { record } = await p.ok(dns.create, { domainId, name: `n${made}`, type: 'A', content, ttl: 300 }, { token });
        ids.push(record.id);
      }
    }

    for (let kill = 0; kill < KILLS; kill++) {
      const at = Math.floor(CHANGES / 2);
      for (let i = 0; i < CHANGES; i++) {
        await change();
        if (i < at) await publish();
        else if (i === at) {
          const publishing = publish();
          // Another moment of the publication each time.
          await wait((kill * 7) % 40);
          await engine.kill9();
          await publishing;
        }
      }
      await engine.restart();
      p.clock.now += HOUR;
      token = await p.signIn();
      await publish();
      const { deploy } = (await p.ok(domain.get, { domainId }, { token })).domain;
      expect(deploy).toMatchObject({ status: 'deployed' });
      const { records } = await p.ok(dns.list, { domainId }, { token });
      const served = await servedZone();
      expect(served.serial).toBe(deploy.version);
      expect(served.records.map(text).sort()).toEqual(records.map((one) => text(asRead(one))).sort());
    }
    expect(made).toBe(CHANGES * KILLS);
  },
  300_000,
);
