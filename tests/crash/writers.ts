import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { Client } from '../support/client.ts';

export const IMPORT_RECORDS = 500;
const TERMS = '2026-11';

/** Acknowledged responses of the portal, and requests pending when it died. */
export class Journal {
  /** Request IDs of acknowledged changes: each must have one entry in the change log. */
  readonly requestIds: string[] = [];
  /** Calls without a response: they may or may not have happened. */
  unanswered = 0;
  /** Responses that the portal must never give. */
  readonly failures: string[] = [];
  get acknowledged(): number {
    return this.requestIds.length;
  }
}

interface Known {
  domainId: string;
  /** Acknowledged content; `maybe`: an update without a response. */
  content: string;
  maybe?: string | undefined;
  isDeleted?: 'yes' | 'maybe';
}

export interface Writers {
  /** Writes concurrently until the portal is down. */
  run(round: number): Promise<void>;
  /** Checks after the restart everything that the portal acknowledged. @returns the problems */
  lookAgain(client: Client): Promise<string[]>;
}

export async function writers(client: Client, journal: Journal, random: () => number): Promise<Writers> {
  const records = new Map<string, Known>();
  const domains = new Map<string, string>();
  const imports: { domainId: string; isKnown: boolean }[] = [];
  const paid: { key: string; input: Input<typeof domain.add>; domainId: string }[] = [];
  let serial = 0;

  /** The response to a change, `null` when it was refused; throws when the portal is down. */
  async function change<C extends AnyCall>(
    call: C,
    input: Input<C>,
    options: { file?: File; headers?: Record<string, string> } = {},
  ): Promise<Output<C> | null> {
    journal.unanswered++;
    const { status, body, headers } = await client.send(call, input, options);
    journal.unanswered--;
    if (status >= 500) journal.failures.push(`${call.path} answered ${status}`);
    if (status !== 200) return null;
    journal.requestIds.push(headers.get('x-request-id') ?? 'none');
    return body;
  }
  const addDomain = async (prefix: string, plan: 'free' | 'eco' = 'free', headers: Record<string, string> = {}) => {
    const input = { name: `${prefix}-${++serial}.example`, plan, acceptTerms: true as const, termsVersion: TERMS };
    const added = await change(domain.add, input, { headers });
    if (added) domains.set(added.domain.id, input.name);
    return added && { id: added.domain.id, input };
  };
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const living = () => [...records].filter(([, known]) => !known.isDeleted && known.maybe === undefined);

  const sides: Record<string, (round: number) => Promise<void>> = {
    async create() {
      const content = `198.51.100.${Math.floor(random() * 255)}`;
      const made = await change(dns.create, { domainId: demo.domainId, name: `crash-${++serial}`, type: 'A', content });
      if (made) records.set(made.record.id, { domainId: demo.domainId, content });
    },
    async update() {
      const [recordId, known] = pick(living()) ?? [];
      if (!recordId || !known) return;
      known.maybe = `203.0.113.${Math.floor(random() * 255)}`;
      const { maybe } = known;
      if (await change(dns.update, { domainId: known.domainId, recordId, content: maybe })) known.content = maybe;
      known.maybe = undefined;
    },
    async delete() {
      const [recordId, known] = pick(living()) ?? [];
      if (!recordId || !known || records.size < 20) return;
      known.isDeleted = 'maybe';
      await change(dns.delete, { domainId: known.domainId, recordId });
      known.isDeleted = 'yes';
    },
    async domain(round) {
      await addDomain(`crash${round}`);
    },
    /** Paid domains, until the wallet is empty: the ledger has to balance. */
    async pay(round) {
      const key = randomUUID();
      const added = await addDomain(`paid${round}`, 'eco', { 'idempotency-key': key });
      if (added) paid.push({ key, input: added.input, domainId: added.id });
    },
    async import(round) {
      const added = await addDomain(`zone${round}`);
      if (!added) return;
      const entry = { domainId: added.id, isKnown: false };
      imports.push(entry);
      const lines = Array.from({ length: IMPORT_RECORDS }, (_, i) => `import-${i} 300 IN A 192.0.2.${i % 250}`);
      const file = new File([`${lines.join('\n')}\n`], 'zone.txt', { type: 'text/plain' });
      entry.isKnown = (await change(zone.import, { domainId: added.id, usage: 'zone' }, { file })) !== null;
    },
  };

  return {
    async run(round) {
      journal.unanswered = 0;
      let isGone = false;
      const endless = async (write: (round: number) => Promise<void>) => {
        while (!isGone) {
          await write(round).catch(() => {
            isGone = true;
          });
          // A writer without work yields to the others.
          await setImmediate();
        }
      };
      const { create, update, import: load, ...once } = sides;
      const parallel = [create, create, create, update, update, load, load, ...Object.values(once)].filter((side) => side !== undefined);
      await Promise.all(parallel.map(endless));
    },

    async lookAgain(again) {
      const faults = journal.failures.splice(0);
      const byDomain = Map.groupBy(records, ([, known]) => known.domainId);
      for (const [domainId, list] of byDomain) {
        const stored = new Map((await again.ok(dns.list, { domainId })).records.map((record) => [record.id, record]));
        for (const [id, known] of list) {
          const record = stored.get(id);
          if (!record && known.isDeleted) known.isDeleted = 'yes';
          else if (!record) faults.push(`record ${id} was acknowledged and is lost`);
          else if (known.isDeleted === 'yes') faults.push(`record ${id} was deleted and is there`);
          else if (record.content !== known.content && record.content !== known.maybe)
            faults.push(`record ${id} holds ${record.content}, not ${known.content}`);
          else Object.assign(known, { content: record.content, maybe: undefined, isDeleted: undefined });
        }
      }
      const listed = new Set((await again.ok(domain.list, {})).domains.map(({ id }) => id));
      for (const [id, name] of domains) if (!listed.has(id)) faults.push(`${name} was acknowledged and is lost`);
      for (const entry of imports) {
        const { records: stored } = await again.ok(dns.list, { domainId: entry.domainId });
        if (stored.length !== IMPORT_RECORDS && (entry.isKnown || stored.length > 0))
          faults.push(`an import of ${IMPORT_RECORDS} records left ${stored.length}`);
        entry.isKnown = stored.length > 0;
      }
      // The same key gives the same response after the restart, and nothing is paid twice (the ledger is checked separately).
      for (const { key, input, domainId } of paid.slice(-3)) {
        const { status, body } = await again.send(domain.add, input, { headers: { 'idempotency-key': key } });
        if (status !== 200 || body.domain.id !== domainId) faults.push(`the key of ${input.name} was forgotten: ${status}`);
      }
      return faults;
    },
  };
}
