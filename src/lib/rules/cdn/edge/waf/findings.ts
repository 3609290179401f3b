import { prepared } from '../../../core/prepared.ts';
import type { WafModule } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { readBody } from './body/read.ts';
import { type Unread, unreadId } from './body/reading.ts';
import type { Detector, Match } from './detector.ts';
import { type Part, visitParts } from './parts.ts';
import { patternDetectors } from './patterns.ts';
import { patternInfo } from './patternTable.ts';
import { protocolMatches } from './protocol.ts';
import { Value } from './value.ts';

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
const inspectsBodies = (requested: readonly Detector[]): boolean =>
  requested.some(({ header, places }) => !header && (!places || inBodies.some((one) => places.includes(one))));
const detectors: readonly Detector[] = patternDetectors;
const detectorsOf = prepared((modules: ReadonlySet<WafModule>) => detectors.filter(({ module }) => modules.has(module)));

/** What the WAF found in a request. */
export interface FindingsResult {
  findings: Finding[];
  /** Only the start of the body was inspected. */
  isPartial: boolean;
}

/** The findings of a request: each pattern once per parameter, header or cookie, and strict ones only at high sensitivity. */
class Findings {
  readonly all: Finding[] = [];
  readonly #keys = new Set<string>();
  readonly #isHigh: boolean;

  constructor(isHigh: boolean) {
    this.#isHigh = isHigh;
  }

  add({ id, text }: Match, place: Finding['place'], name: string): void {
    const { module, score, strict } = patternInfo[id];
    const key = `${id} ${place} ${name}`;
    if ((strict && !this.#isHigh) || this.#keys.has(key)) return;
    this.#keys.add(key);
    this.all.push({ id, module, score, place, name, text: text.trim().slice(0, 80) });
  }
}

/**
 * Matches the patterns against a request. Linear in the length of the request.
 * @param modules the modules to run
 */
export function matchFindings(visit: Visit, modules: ReadonlySet<WafModule>, isHigh: boolean): FindingsResult {
  const findings = new Findings(isHigh);
  if (modules.has('protocol')) for (const match of protocolMatches(visit)) findings.add(match, 'request', '');
  const requested = detectorsOf(modules);
  const body = inspectsBodies(requested) ? readBody(visit.body, visit.headers.get('content-type') ?? '') : null;
  for (const part of [...visitParts(visit), ...(body?.parts ?? [])]) {
    const { place, name, text } = part;
    if (harmless.test(text) && place !== 'header' && text !== '__proto__') continue;
    const value = new Value(part);
    for (const { places, header, detect } of requested) {
      if ((places && !places.includes(place)) || (header && (place !== 'header' || name !== header))) continue;
      for (const match of detect(value)) findings.add(match, place, name);
    }
  }
  const unread = [...(body?.unread ?? [])].map(
    (cause): Finding => ({ id: unreadId(cause), module: 'protocol', score: 0, place: 'body', name: '', text: '', unread: cause }),
  );
  return { findings: [...unread, ...findings.all], isPartial: body?.isPartial ?? false };
}

/** Whether a module finds an attack in a text, as in the value of a parameter. Patterns of high sensitivity are left out. */
export const detects = (module: string, text: string): boolean => {
  const value = new Value({ place: 'parameter', name: '', text });
  return detectors.some(
    (one) =>
      one.module === module &&
      !one.header &&
      (!one.places || one.places.includes('parameter')) &&
      one.detect(value).some(({ id }) => !patternInfo[id].strict),
  );
};
