import { prepared } from '../../../core/prepared.ts';
import type { WafModule } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { normalise } from './normalise.ts';
import { type Part, partsOf } from './parts.ts';
import { patterns } from './patterns.ts';
import { protocolFindings } from './protocol.ts';

/** A pattern matched by a part of the request. */
export interface Finding {
  id: string;
  module: WafModule;
  score: number;
  place: Part['place'] | 'request';
  /** The parameter, header or cookie; empty where there is none. */
  name: string;
  /** The matched text, normalized and shortened. */
  text: string;
}

/** Words and numbers: never an attack on their own, and most values are like this. */
const harmless = /^[\w-]*$/;
const patternsOf = prepared((modules: ReadonlySet<WafModule>) => patterns.filter(({ module }) => modules.has(module)));

/**
 * Matches the patterns against a request, each pattern once per parameter, header or cookie. Linear in the length of the request.
 * @param modules the modules to run
 */
export function findingsOf(visit: Visit, modules: ReadonlySet<WafModule>, isHigh: boolean): Finding[] {
  const found = modules.has('protocol') ? protocolFindings(visit, isHigh) : [];
  const asked = patternsOf(modules);
  const seen = new Set<string>();
  for (const { place, name, text } of partsOf(visit)) {
    if (harmless.test(text) && place !== 'header' && text !== '__proto__') continue;
    const forms = normalise(text);
    for (const { id, module, score, level, form = 'plain', places, header, expression } of asked) {
      if (level === 2 && !isHigh) continue;
      if ((places && !places.includes(place)) || (header && (place !== 'header' || name !== header))) continue;
      const match = expression.exec(forms[form]);
      if (!match) continue;
      const key = `${id} ${place} ${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      found.push({ id, module, score, place, name, text: match[0].trim().slice(0, 80) });
    }
  }
  return found;
}
