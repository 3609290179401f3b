import type { Entry } from '../parse.ts';
import { entryOf, type FormatFault, refusal, textOf, ttlOf } from './entries.ts';
import { readMaps } from './yaml.ts';

/** Reads the output of `gcloud dns record-sets export` in YAML: a document for each record set. */
export function readGoogle(text: string): Entry[] | FormatFault {
  const maps = readMaps(text, false);
  if (!Array.isArray(maps)) return maps;
  return maps.flatMap(({ line, value: set }): Entry[] => {
    const name = textOf(set.name);
    const type = textOf(set.type);
    const label = `${name} ${type}`;
    if (set.routingPolicy !== undefined) return [refusal(line, label, 'zone:error.routing', { policy: 'routingPolicy' })];
    const values = Array.isArray(set.rrdatas) ? set.rrdatas : [];
    if (name === '' || type === '' || values.length === 0) return [refusal(line, label, 'zone:error.recordSet')];
    return values.map((value: unknown) => entryOf(line, { name, ttl: ttlOf(set.ttl), type, data: textOf(value) }));
  });
}
