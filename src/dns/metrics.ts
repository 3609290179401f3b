import type { Metrics } from '../lib/node/metrics.ts';
import type { Responder } from './respond.ts';
import { rcodes } from './types.ts';

const HEADER = 12;
/** Types that clients ask for usually, by their numbers (IANA, "Resource Record (RR) TYPEs"); they may send any of 65,536. */
const typeNames: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [2, 'NS'],
  [5, 'CNAME'],
  [6, 'SOA'],
  [12, 'PTR'],
  [15, 'MX'],
  [16, 'TXT'],
  [28, 'AAAA'],
  [33, 'SRV'],
  [43, 'DS'],
  [48, 'DNSKEY'],
  [52, 'TLSA'],
  [64, 'SVCB'],
  [65, 'HTTPS'],
  [251, 'IXFR'],
  [252, 'AXFR'],
  [255, 'ANY'],
  [257, 'CAA'],
]);
const OTHER = 0;
const rcodeNames: ReadonlyMap<number, string> = new Map(Object.entries(rcodes).map(([name, code]) => [code, name]));
/** Not a status of the protocol: there was no response. */
const DROPPED = 15;

/** The type of the first question; 0: it can't be read. */
function questionType(message: Buffer): number {
  let at = HEADER;
  for (let size = message[at]; size !== undefined && size > 0; size = message[at]) {
    // A name in a question has no pointers.
    if (size > 63) return OTHER;
    at += size + 1;
  }
  return at + 3 <= message.length ? message.readUInt16BE(at + 1) : OTHER;
}

/** Counts the answers of a name server, which are too many for a counter with labels: one of this costs a fraction of its time. */
export function countAnswers(respond: Responder, metrics: Metrics): Responder {
  const counts = new Map<number, number>();
  const queries = metrics.counter('nasim_dns_queries_total', 'Queries by type, status and transport; `dropped`: without a response.', [
    'type',
    'rcode',
    'transport',
  ]);
  metrics.collect(() => {
    queries.reset();
    for (const [key, count] of counts) {
      const rcode = (key >> 1) & 15;
      queries.inc(
        {
          type: typeNames.get(key >> 5) ?? 'other',
          rcode: rcode === DROPPED ? 'dropped' : (rcodeNames.get(rcode) ?? 'other'),
          transport: key & 1 ? 'tcp' : 'udp',
        },
        count,
      );
    }
  });
  const count = (message: Buffer, isTcp: boolean, reply: Buffer | Buffer[] | null): void => {
    const type = questionType(message);
    const first = Array.isArray(reply) ? reply[0] : reply;
    const rcode = first ? (first[3] ?? 0) & 15 : DROPPED;
    const key = ((typeNames.has(type) ? type : OTHER) << 5) | (rcode << 1) | (isTcp ? 1 : 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  return (message, client) => {
    const reply = respond(message, client);
    if (!(reply instanceof Promise)) {
      count(message, client.tcp, reply);
      return reply;
    }
    return reply.then((answer) => {
      count(message, client.tcp, answer);
      return answer;
    });
  };
}
