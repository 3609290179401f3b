import type { Entry } from '../parse.ts';
import { entryText, type FormatFault, parseTtl, refusal, toEntry } from './entries.ts';
import { readMaps } from './yaml.ts';

/** Reads the output of `gcloud dns record-sets export` in YAML: a document for each record set. */
export function readGoogle(text: string): Entry[] | FormatFault {
  const maps = readMaps(text, false);
  if (!Array.isArray(maps)) return maps;
  return maps.flatMap(({ line, value: set }): Entry[] => {
    const name = entryText(set.name);
    const type = entryText(set.type);
    const label = `${name} ${type}`;
    if (set.routingPolicy !== undefined) return [refusal(line, label, 'zone:error.routing', { policy: 'routingPolicy' })];
    const values = Array.isArray(set.rrdatas) ? set.rrdatas : [];
    if (name === '' || type === '' || values.length === 0) return [refusal(line, label, 'zone:error.recordSet')];
    return values.map((value: unknown) => toEntry(line, { name, ttl: parseTtl(set.ttl), type, data: entryText(value) }));
  });
}
