import { prepared } from '../../../core/prepared.ts';
import type { WafModule } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { readBody } from './body/read.ts';
import { type Unread, unreadId } from './body/reading.ts';
import { normalize } from './normalize.ts';
import { type Part, visitParts } from './parts.ts';
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
  /** Not an attack: why the body, or a part of it, couldn't be inspected. */
  unread?: Unread;
}

/** Words and numbers: never an attack on their own, and most values are like this. */
const harmless = /^[\w-]*$/;
const inBodies: readonly Part['place'][] = ['parameter', 'parameterName', 'body'];
/** Whether a module inspects bodies. */
const inspectsBodies = (requested: ReturnType<typeof compilePatterns>): boolean =>
  requested.some(({ header, places }) => !header && (!places || inBodies.some((one) => places.includes(one))));
const compilePatterns = prepared((modules: ReadonlySet<WafModule>) => patterns.filter(({ module }) => modules.has(module)));

/** What the WAF found in a request. */
export interface FindingsResult {
  findings: Finding[];
  /** Only the start of the body was inspected. */
  isPartial: boolean;
}

/**
 * Matches the patterns against a request, each pattern once per parameter, header or cookie. Linear in the length of the request.
 * @param modules the modules to run
 */
export function matchFindings(visit: Visit, modules: ReadonlySet<WafModule>, isHigh: boolean): FindingsResult {
  const found = modules.has('protocol') ? protocolFindings(visit, isHigh) : [];
  const asked = compilePatterns(modules);
  const seen = new Set<string>();
  const body = inspectsBodies(asked) ? readBody(visit.body, visit.headers.get('content-type') ?? '') : null;
  for (const { place, name, text } of [...visitParts(visit), ...(body?.parts ?? [])]) {
    if (harmless.test(text) && place !== 'header' && text !== '__proto__') continue;
    const forms = normalize(text);
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
  const unread = [...(body?.unread ?? [])].map(
    (cause): Finding => ({ id: unreadId(cause), module: 'protocol', score: 0, place: 'body', name: '', text: '', unread: cause }),
  );
  return { findings: [...unread, ...found], isPartial: body?.isPartial ?? false };
}
