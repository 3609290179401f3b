import type { TsigKey } from '../config/env.ts';
import { Cookies } from './cookies.ts';
import { type Decision, Limiter } from './limit.ts';
import { type Answer, lookup, type Placed, withAddresses } from './lookup.ts';
import { Message } from './message.ts';
import { parentName } from './name.ts';
import { type Query, readQuery } from './query.ts';
import { u16, u32 } from './rdata.ts';
import { Replies, type Reply } from './replies.ts';
import type { Steerer } from './steering.ts';
import { transfer } from './transfer.ts';
import { encodedSize, sign, verify } from './tsig.ts';
import { rcodes, T } from './types.ts';
import type { RrSet, Zone } from './zone.ts';

/** The UDP size that every path carries without fragmentation (DNS flag day 2020). */
const UDP_SIZE = 1232;
const AA = 0x0400;
const TC = 0x0200;
const QR = 0x8000;

export interface Client {
  address: string;
  /** Over TCP, an address can't be forged, and responses can be long. */
  tcp: boolean;
}

export interface ResponderOptions {
  zones: ReadonlyMap<string, Zone>;
  /** Equal responses a second and network over UDP; 0: no limit. */
  perSecond: number;
  /** Whether a client is limited. */
  isLimited(address: string): boolean;
  /** Keys of the secondaries. */
  keys: readonly TsigKey[];
  /** Whether a client with a key gets whole zones. */
  mayTransfer(address: string): boolean;
  /** Chooses the addresses of proxied records; null: they are those of the zone. */
  steerer(): Steerer | null;
  /** The addresses of a host outside the zones. Null: nobody answered. */
  resolve(host: string, type: number): Promise<RrSet | null>;
  /** Epoch milliseconds. */
  clock(): number;
}

/** Answers messages of any content, and never throws for one. Null: no answer. A zone for a secondary has several messages. */
export type Responder = (message: Buffer, client: Client) => Buffer | Buffer[] | null | Promise<Buffer | null>;

/** The zone of a name. The DS record of a zone is its parent's. */
export function findZone(zones: ReadonlyMap<string, Zone>, name: string, type: number): Zone | undefined {
  let own: Zone | undefined;
  for (let up = name; up !== '.'; up = parentName(up)) {
    const zone = zones.get(up);
    if (!zone) continue;
    if (type !== T.DS || up !== name) return zone;
    own = zone;
  }
  return own;
}

/** A header alone, for a message whose question can't be read. */
function formatError(message: Buffer): Buffer {
  const reply = Buffer.alloc(12);
  message.copy(reply, 0, 0, 2);
  reply.writeUInt16BE(QR | (((message[2] ?? 0) & 0x79) << 8) | rcodes.FORMERR, 2);
  return reply;
}

export function makeResponder({ zones, perSecond, isLimited, keys, mayTransfer, steerer, resolve, clock }: ResponderOptions): Responder {
  const cookies = new Cookies();
  const limiter = new Limiter(perSecond);
  const replies = new Replies();

  /** What the limit of responses does with one. Errors of a zone are one response, whatever names they are about. */
  function decide(client: Client, { name, type }: Pick<Query, 'name' | 'type'>, zone: Zone | null, rcode: number, now: number): Decision {
    if (client.tcp || !isLimited(client.address)) return 'send';
    return limiter.decide(client.address, rcode === rcodes.NOERROR ? `${name} ${type}` : `${zone?.name ?? ''} ${rcode}`, now);
  }

  /** Writes an answer; without one only the status. @param decided what the limit does; by default it is asked */
  function write(
    query: Query,
    client: Client,
    zone: Zone | null,
    answer: Answer | null,
    status: number,
    decided?: Decision,
  ): Buffer | null {
    const now = clock();
    const { edns } = query;
    const cookie = edns?.cookie ? cookies.check(edns.cookie, client.address, now) : null;
    const isDenial = answer?.rcode === rcodes.NXDOMAIN;
    const decision = decided ?? (cookie?.isValid ? 'send' : decide(client, query, zone, answer?.rcode ?? status, now));
    if (decision === 'drop') return null;
    let isCut = decision === 'truncate';
    const signer = edns?.dnssecOk ? (zone?.signer ?? null) : null;
    // A signed denial says in its NSEC record that the name doesn't exist; the status is for clients that know that.
    const rcode = isDenial && signer && !edns?.compactOk ? rcodes.NOERROR : (answer?.rcode ?? status);
    const flags = QR | (query.opcode << 11) | (answer?.authoritative ? AA : 0) | (query.recursionDesired ? 0x0100 : 0) | (rcode & 15);
    const optSize = (edns ? 11 + (cookie ? 4 + cookie.reply.length : 0) : 0) + (query.tsig ? encodedSize(query.tsig.name) : 0);
    const limit = (client.tcp ? 65_535 : edns ? Math.min(edns.size, UDP_SIZE) : 512) - optSize;
    const opt = () => {
      const options = cookie ? Buffer.concat([u16(10, cookie.reply.length), cookie.reply]) : Buffer.alloc(0);
      const ttl = ((rcode >> 4) << 24) | (edns?.dnssecOk ? 0x8000 : 0) | (edns?.compactOk ? 0x4000 : 0);
      return Buffer.concat([Buffer.from([0]), u16(T.OPT, UDP_SIZE), u32(ttl), u16(options.length), options]);
    };
    let message = new Message(query);
    const steering = steerer();
    const key = steering?.keyOf(client.address) ?? '';
    const put = (section: 1 | 2 | 3, list: readonly Placed[]): boolean => {
      for (const { name, set: own, isForeign } of list) {
        const set = steering ? steering.resolve(own, key) : own;
        for (const rdata of set.data) {
          message.record(section, name, set.type, set.ttl, rdata);
          if (message.length > limit) return false;
        }
        if (signer && !isForeign)
          for (const rdata of signer.signatures(name, set, now)) message.record(section, name, T.RRSIG, set.ttl, rdata);
      }
      return message.length <= limit;
    };
    if (answer && !isCut) {
      isCut = !put(1, answer.answers) || !put(2, answer.authorities);
      // Glue that doesn't fit must be asked for again (RFC 9471 section 3).
      if (!isCut) isCut = !put(3, answer.additionals);
    }
    if (isCut) message = new Message(query);
    if (edns) message.raw(opt());
    return message.end(query.id, isCut ? flags | TC : flags);
  }

  /** @param key that signed the query. @param id of the query among those whose replies are cached; null: it isn't cacheable */
  function answer(query: Query, client: Client, key: TsigKey | null, id: string | null): ReturnType<Responder> {
    if (query.edns && query.edns.version > 0) return write(query, client, null, null, rcodes.BADVERS);
    if (query.opcode !== 0) return write(query, client, null, null, rcodes.NOTIMP);
    const zone = query.class === 1 ? findZone(zones, query.name, query.type) : undefined;
    if (!zone) return write(query, client, null, null, rcodes.REFUSED);
    if (query.type === T.AXFR || query.type === T.IXFR) {
      // A secondary couldn't sign what it answers, and its answers would be refused (docs/decisions/0032).
      const isAllowed = key !== null && query.name === zone.name && zone.signer === null && mayTransfer(client.address);
      if (!isAllowed || (query.type === T.AXFR && !client.tcp)) return write(query, client, zone, null, rcodes.REFUSED);
      return transfer(zone, query, client.tcp, steerer());
    }
    if (query.type === T.OPT || query.type === T.TSIG || query.type === T.NXNAME) return write(query, client, zone, null, rcodes.FORMERR);
    const isSigned = query.edns?.dnssecOk === true;
    const found = lookup(zone, query.name, query.type, isSigned);
    if (!found.flatten) {
      if (id === null || query.edns?.cookie) return write(query, client, zone, found, found.rcode);
      const now = clock();
      const decision = decide(client, query, zone, found.rcode, now);
      const reply = write(query, client, zone, found, found.rcode, decision);
      if (reply && decision === 'send') replies.store(id, { reply, zoneId: zone.id, name: query.name, type: query.type, found }, now);
      return reply;
    }
    return resolve(found.flatten.target, query.type).then((addresses) => {
      const complete = withAddresses(zone, found, query.type, isSigned, addresses);
      return write(query, client, zone, complete, complete.rcode);
    });
  }

  /** A cached reply with the ID of this query. Undefined: it has to be encoded again. */
  function again(bytes: Buffer, client: Client, { reply, zoneId, name, type, found }: Reply, now: number): Buffer | null | undefined {
    const zone = findZone(zones, name, type);
    if (zone?.id !== zoneId) return undefined;
    const decision = decide(client, { name, type }, zone, found.rcode, now);
    if (decision === 'drop') return null;
    if (decision === 'truncate') {
      const query = readQuery(bytes);
      return typeof query === 'string' ? undefined : write(query, client, zone, found, found.rcode, decision);
    }
    // A copy, because the socket may send it later.
    const copy = Buffer.from(reply);
    copy[0] = bytes[0] ?? 0;
    copy[1] = bytes[1] ?? 0;
    return copy;
  }

  return (bytes, client) => {
    const bare = client.tcp ? null : replies.idOf(bytes);
    const id = bare === null ? null : bare + (steerer()?.keyOf(client.address) ?? '');
    if (id !== null) {
      const now = clock();
      const stored = replies.get(id, now);
      const reply = stored && again(bytes, client, stored, now);
      if (reply !== undefined) return reply;
    }
    const query = readQuery(bytes);
    if (query === 'drop') return null;
    if (query === 'format') return formatError(bytes);
    if (!query.tsig) return answer(query, client, null, id);
    const verdict = verify(bytes, query, keys, clock());
    if (!verdict.ok) {
      if (!verdict.reply) return formatError(bytes);
      const refusal = write(query, client, null, null, rcodes.NOTAUTH);
      return refusal && verdict.reply(refusal);
    }
    // The answer to a signed query is signed, and each message of it covers the one before.
    const { key } = verdict;
    let prior = verdict.mac;
    const signed = (message: Buffer, index: number): Buffer => {
      const done = sign(message, { key, time: Math.floor(clock() / 1000), prior, isNext: index > 0 });
      prior = done.mac;
      return done.message;
    };
    const reply = answer(query, client, key, null);
    if (Array.isArray(reply)) return reply.map(signed);
    if (reply instanceof Promise) return reply.then((message) => message && signed(message, 0));
    return reply && signed(reply, 0);
  };
}
