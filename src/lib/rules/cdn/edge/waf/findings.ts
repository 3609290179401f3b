import type { WafModule } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { normalise } from './normalise.ts';
import { type Part, partsOf } from './parts.ts';
import { patterns } from './patterns.ts';
import { protocolFindings } from './protocol.ts';

/** A pattern that a part of the request met. */
export interface Finding {
  id: string;
  module: WafModule;
  score: number;
  place: Part['place'] | 'request';
  /** The parameter, header or cookie; empty where there is none. */
  name: string;
  /** What was met, after normalising, shortened. */
  text: string;
}

/** Words and numbers: nothing of that kind is an attack by itself, and most values are of that kind. */
const harmless = /^[\w-]*$/;
/**
 * What the patterns find in a request, each pattern once for each parameter, header or cookie. Linear in the length of the request.
 * @param modules those that are asked
 */
export function findingsOf(visit: Visit, modules: ReadonlySet<WafModule>, isHigh: boolean): Finding[] {
  const found = modules.has('protocol') ? protocolFindings(visit, isHigh) : [];
  const asked = patterns.filter(({ module, level }) => modules.has(module) && (isHigh || level !== 2));
  const seen = new Set<string>();
  for (const { place, name, text } of partsOf(visit)) {
    if (harmless.test(text) && place !== 'header' && text !== '__proto__') continue;
    const forms = normalise(text);
    for (const { id, module, score, form = 'plain', places, header, expression } of asked) {
      if ((places && !places.includes(place)) || (header && (place !== 'header' || name !== header))) continue;
      const match = expression.exec(forms[form]);
      const key = `${id} ${place} ${name}`;
      if (!match || seen.has(key)) continue;
      seen.add(key);
      found.push({ id, module, score, place, name, text: match[0].trim().slice(0, 80) });
    }
  }
  return found;
}
