import { DnsRecordDraft, maxBatch } from '../../../lib/contract/cdn/dns.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { batchRecords } from '../dns/index.ts';
import { type Entry, exportRecords } from './configuration.ts';
import { type Place, parsed } from './faults.ts';
import type { Importing } from './importing.ts';
import type { Placed } from './importRoutes.ts';
import { match } from './match.ts';
import { recordFromRelative } from './relative.ts';

interface Step {
  name: string;
  place: Place;
  /** Null: a new record. */
  id: string | null;
  /** Null: the record is deleted. */
  draft: DnsRecordDraft | null;
}

/** @returns the records of the file with their IDs */
export async function importRecords({ as, tx, domain, faults }: Importing, list: readonly Entry[]): Promise<Placed[]> {
  const clusters = list.map(({ cluster }) => (typeof cluster === 'string' ? cluster : undefined));
  const plain = list.map(({ cluster: _, ...entry }) => entry);
  const { wanted, gone } = match(await exportRecords(tx, domain), plain, ({ name, type }) => `${type} ${name}`);
  const steps: Step[] = gone.map(({ id, entry }) => ({ name: String(entry.name), place: entryPosition(entry, null), id, draft: null }));
  const placed: Placed[] = [];
  const put = (index: number, place: Place, id: string) => placed.push({ id, cluster: clusters[index], place });
  for (const { index, entry, id, isSame } of wanted) {
    const place = entryPosition(entry, index);
    if (isSame && id !== null) put(index, place, id);
    else
      await faults.attempt(place, async () => {
        const draft = parsed(DnsRecordDraft, recordFromRelative(entry, domain.name));
        steps.push({ name: draft.name, place, id, draft });
      });
  }
  // Changes of one name belong together: an address may become an alias.
  steps.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (let start = 0; start < steps.length; start += maxBatch) {
    const part = steps.slice(start, start + maxBatch);
    const deletes = part.filter(({ draft }) => draft === null);
    const updates = part.filter(({ id, draft }) => id !== null && draft !== null);
    const creates = part.filter(({ id }) => id === null);
    const lists = { deletes, updates, creates };
    try {
      const batch = {
        domainId: domain.id,
        deletes: deletes.map(({ id }) => ({ recordId: id ?? '' })),
        updates: updates.map(({ id, draft }) => ({ recordId: id ?? '', ...draft })),
        creates: creates.flatMap(({ draft }) => draft ?? []),
      };
      const { results } = (await batchRecords(as(), batch)) as unknown as {
        results: { list: keyof typeof lists; index: number; recordId: string }[];
      }; // `as` doesn't serialize
      for (const { list: of, index, recordId } of results) {
        const step = lists[of][index];
        if (step?.draft && step.place.index !== null) put(step.place.index, step.place, recordId);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { items = [], params } = error.details;
      for (const { list: of, index, field, key, params: faultParams } of items) {
        const step = lists[of as keyof typeof lists][index]; // the lists of the batch
        if (step) faults.add(step.place, field ?? null, key, faultParams);
      }
      if (items.length === 0) faults.add({ part: 'dns.records', index: null, name: '' }, null, error.code, params);
    }
  }
  return placed;
}

const entryPosition = ({ type, name }: Entry, index: number | null): Place => ({
  part: 'dns.records',
  index,
  name: `${type ?? ''} ${name ?? ''}`.trim(),
});
