import { prepared } from '../../../core/prepared.ts';
import type { WafModule } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { entityDetector } from './body/entity.ts';
import { readBody } from './body/read.ts';
import { type Unread, unreadId } from './body/reading.ts';
import { codeDetectors } from './code/detectors.ts';
import type { Detector, Match } from './detector.ts';
import { expand, isExpandable } from './expand.ts';
import { fileDetectors } from './files/detectors.ts';
import { type Part, visitParts } from './parts.ts';
import { pathDetectors } from './path/detectors.ts';
import { patternDetectors } from './patterns.ts';
import { patternInfo } from './patternTable.ts';
import { protocolDetectors } from './protocol/detectors.ts';
import { protocolMatches } from './protocol/request.ts';
import { remoteDetectors } from './remote/detectors.ts';
import { scannerDetectors } from './scanner/detectors.ts';
import { scriptDetector } from './script/script.ts';
import { shellDetectors } from './shell/detectors.ts';
import { noSqlDetector } from './sql/nosql.ts';
import { isCatalog, sqlDetector } from './sql/sql.ts';
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

/** Words, numbers, dates and times: never an attack on their own, and most values are like this. */
const harmless = /^(?:[\w-]*|-?\d+(?:[.,:-]\d+)*)$/;
const isHarmless = ({ place, text }: Part): boolean =>
  place !== 'header' && harmless.test(text) && text !== '__proto__' && !isCatalog(text);
const inBodies: readonly Part['place'][] = ['parameter', 'parameterName', 'body'];
/** Whether a module inspects bodies. */
const inspectsBodies = (requested: readonly Detector[]): boolean =>
  requested.some(({ header, places }) => !header && (!places || inBodies.some((one) => places.includes(one))));
const detectors: readonly Detector[] = [
  sqlDetector,
  noSqlDetector,
  scriptDetector,
  entityDetector,
  ...patternDetectors,
  ...pathDetectors,
  ...fileDetectors,
  ...remoteDetectors,
  ...shellDetectors,
  ...codeDetectors,
  ...scannerDetectors,
  ...protocolDetectors,
];
const detectorsOf = prepared((modules: ReadonlySet<WafModule>) => detectors.filter(({ module }) => modules.has(module)));

/** The name of a file is also a value of its field. */
const isPlace = (places: readonly Part['place'][], place: Part['place']): boolean =>
  places.includes(place) || (place === 'fileName' && places.includes('parameter'));
type Selection = ReadonlyMap<Part['place'], readonly Detector[]>;
const allPlaces: readonly Part['place'][] = ['path', 'parameter', 'parameterName', 'fileName', 'header', 'cookie', 'body'];
/** The detectors of each place: most requests have many parts. */
const selectionOf = prepared(
  (requested: readonly Detector[]): Selection =>
    new Map(
      allPlaces.map((place) => [
        place,
        requested.filter(({ places, header }) => (!places || isPlace(places, place)) && (header === undefined || place === 'header')),
      ]),
    ),
);

/** What the WAF found in a request. */
export interface FindingsResult {
  findings: Finding[];
  /** Only the start of the body was inspected. */
  isPartial: boolean;
  /** The inspection ended at its deadline: what comes after wasn't inspected. */
  isLate: boolean;
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

/** Product rule: a request is inspected for at most this time, so that none can occupy the edge. */
export const DEADLINE_MS = 20;
/** The clock starts after so many characters that detectors read, which few requests have, and is read again for each so many. */
const freeCharacters = 16 * 1024;
const checkedCharacters = 128 * 1024;

/** Milliseconds of this thread on a processor: on a busy machine, waiting for one doesn't count. A browser has only the time of day. */
function readClock(): number {
  const usage = globalThis.process?.threadCpuUsage?.();
  return usage ? (usage.user + usage.system) / 1000 : performance.now();
}

/** The time that a request may take. */
class Deadline {
  #start: number | null = null;
  #characters = 0;
  #next = freeCharacters;

  /** @param count the characters that are inspected next */
  isOver(count: number): boolean {
    this.#characters += count;
    if (this.#characters < this.#next) return false;
    this.#next = this.#characters + checkedCharacters;
    this.#start ??= readClock();
    return readClock() - this.#start > DEADLINE_MS;
  }
}

/** Headers that many requests have alike, such as those of a browser: what was found in them, by name and text. */
const maxRemembered = 2_000;
const maxRememberedLength = 512;
class Remembered {
  readonly #byName = new Map<string, Map<string, readonly Match[]>>();
  #count = 0;

  find(name: string, text: string): readonly Match[] | undefined {
    return this.#byName.get(name)?.get(text);
  }

  add(name: string, text: string, matches: readonly Match[]): void {
    // The most frequent ones are soon there again.
    if (this.#count >= maxRemembered) this.#byName.clear();
    this.#count = this.#count >= maxRemembered ? 1 : this.#count + 1;
    const texts = this.#byName.get(name);
    if (texts) texts.set(text, matches);
    else this.#byName.set(name, new Map([[text, matches]]));
  }
}
const rememberedOf = prepared((_: readonly Detector[]) => new Remembered());

/** Inspects the parts of a request. @returns whether the deadline ended it */
function inspect(parts: Iterable<Part>, requested: readonly Detector[], findings: Findings): boolean {
  const deadline = new Deadline();
  const selection = selectionOf(requested);
  /** @returns null: the deadline is over */
  const detect = (part: Part): Match[] | null => {
    const { place, name, text } = part;
    const value = new Value(part);
    const matches: Match[] = [];
    for (const { header, detect } of selection.get(place) ?? []) {
      if (header !== undefined && header !== name) continue;
      if (deadline.isOver(text.length)) return null;
      for (const match of detect(value)) matches.push(match);
    }
    return matches;
  };
  const headers = rememberedOf(requested);
  for (const one of parts) {
    for (const part of isExpandable(one) ? expand(one) : [one]) {
      if (isHarmless(part)) continue;
      const { place, name, text } = part;
      const isHeader = place === 'header' && part === one && text.length <= maxRememberedLength;
      const known = isHeader ? headers.find(name, text) : undefined;
      const matches = known ?? detect(part);
      if (matches === null) return true;
      if (isHeader && !known) headers.add(name, text, matches);
      for (const match of matches) findings.add(match, place, name);
    }
  }
  return false;
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
  const isLate = inspect([...visitParts(visit), ...(body?.parts ?? [])], requested, findings);
  const unread = [...(body?.unread ?? [])].map(
    (cause): Finding => ({ id: unreadId(cause), module: 'protocol', score: 0, place: 'body', name: '', text: '', unread: cause }),
  );
  return { findings: [...unread, ...findings.all], isPartial: body?.isPartial ?? false, isLate };
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
