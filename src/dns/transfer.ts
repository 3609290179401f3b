import { Message } from './message.ts';
import type { Query } from './query.ts';
import type { Steerer } from './steering.ts';
import { rcodes, T } from './types.ts';
import type { RrSet, Zone } from './zone.ts';

/** Messages are small enough for names to be compressed, whose pointers have 14 bits. */
const MESSAGE_SIZE = 16_000;
const QR_AA = 0x8400;

/** Whether serial `a` is newer than `b` (RFC 1982). */
const isNewer = (a: number, b: number): boolean => ((a - b) | 0) > 0;

/**
 * The zone as a secondary gets it (RFC 5936): all its records between two copies of the SOA. A question for the changes since a
 * serial (RFC 1995) has the same answer if there are any, else the SOA alone; so does one over UDP, which is asked again over TCP.
 */
export function transfer(zone: Zone, query: Query, tcp: boolean, steerer: Steerer | null): Buffer[] {
  const messages: Buffer[] = [];
  let message = new Message(query);
  const end = () => messages.push(Buffer.from(message.end(query.id, QR_AA | rcodes.NOERROR)));
  const put = (name: string, { type, ttl, data }: RrSet) => {
    for (const rdata of data) {
      if (message.counts[1] > 0 && message.length + rdata.length > MESSAGE_SIZE) {
        end();
        message = new Message(query);
      }
      message.record(1, name, type, ttl, rdata);
    }
  };
  put(zone.name, zone.soa);
  const hasNews = query.type === T.AXFR || query.serial === null || isNewer(zone.serial, query.serial);
  if (hasNews && tcp) {
    for (const [name, node] of zone.nodes)
      for (const set of node.values()) if (set.type !== T.SOA) put(name, steerer?.resolve(set, null) ?? set);
    put(zone.name, zone.soa);
  }
  end();
  return messages;
}
