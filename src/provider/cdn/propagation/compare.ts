import { lookup } from '../../../dns/lookup.ts';
import type { ReplyRecord } from '../../../dns/reply.ts';
import { T } from '../../../dns/types.ts';
import type { Zone } from '../../../dns/zone.ts';

/** What a zone says about a name and type. */
export interface Expected {
  source: 'zone' | 'flattened' | 'delegated';
  /** With `flattened`: the name whose addresses are answered. */
  target?: string;
  records: readonly ReplyRecord[];
  /** An answer has some of the records: those of the edges that are nearest. */
  isSteered?: boolean;
}

/** The answer that a zone would give now, whether its name servers have it yet or not. */
export function expectedAnswer(zone: Zone, name: string, type: number): Expected {
  const found = lookup(zone, name, type, false);
  const placed = (list: typeof found.answers): ReplyRecord[] =>
    list.flatMap(({ name: owner, set }) => set.data.map((rdata) => ({ name: owner, type: set.type, ttl: set.ttl, rdata })));
  const answers = placed(found.answers);
  if (found.flatten) return { source: 'flattened', target: found.flatten.target, records: answers };
  // A referral: at the cut itself, the zone has the name servers too.
  if (answers.length === 0 && found.authorities.some(({ set }) => set.type === T.NS)) {
    const own = placed(found.authorities).filter((record) => record.name === name && record.type === type);
    return own.length > 0 ? { source: 'zone', records: own } : { source: 'delegated', records: [] };
  }
  return { source: 'zone', records: answers, isSteered: found.answers.some(({ set }) => set.fixed !== undefined) };
}

const answerKey = ({ name, type, rdata }: ReplyRecord): string => `${name} ${type} ${rdata.toString('hex')}`;

interface Verdict {
  state: 'matches' | 'differs' | 'answered';
  /** Records of the asked type and the aliases that lead to them. */
  answer: (ReplyRecord & { current: boolean })[];
  /** With `differs`: seconds that the resolver keeps its answer. Null: it doesn't say. */
  expiresIn: number | null;
}

/** Compares a response with the zone: the data as sets, whatever their order and TTL (RFC 2181 section 5). */
export function compare(
  expected: Expected,
  question: { name: string; type: number },
  { answers, authorities }: { answers: readonly ReplyRecord[]; authorities: readonly ReplyRecord[] },
): Verdict {
  const isRequested = ({ type }: ReplyRecord) => type === question.type || type === T.CNAME;
  const wanted = new Set(expected.records.filter(isRequested).map(answerKey));
  const names = new Set([question.name, ...expected.records.map(({ name }) => name)]);
  const found = answers.filter(isRequested);
  // What follows an alias out of the zone isn't this zone's.
  const own = found.filter(({ name }) => names.has(name));
  const answer = found.map((record) => ({ ...record, current: !names.has(record.name) || wanted.has(answerKey(record)) }));
  if (expected.source !== 'zone')
    return { state: 'answered', answer: answer.map((record) => ({ ...record, current: true })), expiresIn: null };
  const got = new Set(own.map(answerKey));
  const isWhole = got.size === wanted.size || (expected.isSteered === true && got.size > 0);
  if (isWhole && [...got].every((one) => wanted.has(one))) return { state: 'matches', answer, expiresIn: null };
  // A denial is cached for the TTL that its SOA has left (RFC 2308 section 5).
  const relevant = own.length > 0 ? own : authorities.filter(({ type }) => type === T.SOA);
  return { state: 'differs', answer, expiresIn: relevant.length > 0 ? Math.max(...relevant.map(({ ttl }) => ttl)) : null };
}
