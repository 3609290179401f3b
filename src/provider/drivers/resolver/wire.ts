import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import net from 'node:net';
import * as packet from 'dns-packet';
import type { DnsServer } from '../../../lib/rules/core/dnsServer.ts';
import { type RecordType, typeNumbers } from '../../../lib/rules/core/dnsTypes.ts';

export type Server = DnsServer;

/** A resource record: the name in lower case without its trailing dot (the root is `.`), `data` as dns-packet decodes the type. */
export interface Rr {
  name: string;
  type: string;
  /** Seconds. */
  ttl: number;
  data: unknown;
}

export interface Reply {
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL` … */
  rcode: string;
  /** The response is authoritative. */
  authoritative: boolean;
  answers: Rr[];
  authorities: Rr[];
  additionals: Rr[];
  /** The whole response, for data that dns-packet doesn't decode. */
  message: Buffer;
}

export interface Question {
  name: string;
  type: RecordType | 'SOA';
}

export interface QueryOptions {
  /** Request recursion: yes for a resolver, no for a name server. */
  recursive: boolean;
  /** For the whole exchange, including a second one over TCP. */
  timeoutMs: number;
  /** Aborts it earlier. */
  signal: AbortSignal;
}

/** Nobody responded, or the response was unreadable. */
export class NoReply extends Error {}

/** A UDP size that every path carries without fragmentation (DNS flag day 2020). */
const UDP_SIZE = 1232;
/** Types that dns-packet knows only by number. */
const numbered: Partial<Record<Question['type'], string>> = Object.fromEntries(
  (['SMIMEA', 'OPENPGPKEY', 'SVCB', 'HTTPS', 'URI'] as const).map((type) => [type, `UNKNOWN_${typeNumbers[type]}`]),
);
const named: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(numbered).map(([type, number]) => [number, type]));

/** The data of a TXT record, its strings in one piece. */
export const txtBytes = ({ data }: Rr): Buffer =>
  Buffer.concat((Array.isArray(data) ? data : [data]).map((part) => Buffer.from(part as Buffer | string))); // as dns-packet decodes TXT

export const lower = (name: string): string => name.toLowerCase().replace(/\.$/, '') || '.';

/**
 * Sends one query to one server (RFC 1035) over UDP, from a separate port and with a random id. A packet from another address, with
 * another id or for another question is ignored. A truncated response is retried over TCP, and a server that doesn't support EDNS is
 * queried without it.
 * @throws {NoReply}
 */
export async function queryServer(server: Server, question: Question, options: QueryOptions): Promise<Reply> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  let reply = await exchange(server, question, options.recursive, true, signal);
  if (reply.rcode === 'FORMERR' || reply.rcode === 'NOTIMP') reply = await exchange(server, question, options.recursive, false, signal);
  const rrs = (list: packet.DecodedPacket['answers']): Rr[] =>
    (list ?? []).flatMap((rr) =>
      rr.type === 'OPT' ? [] : [{ name: lower(rr.name), type: named[rr.type] ?? rr.type, ttl: rr.ttl ?? 0, data: rr.data }],
    );
  return {
    rcode: reply.rcode,
    authoritative: reply.flag_aa,
    answers: rrs(reply.answers),
    authorities: rrs(reply.authorities),
    additionals: rrs(reply.additionals),
    message: reply.message,
  };
}

type Decoded = packet.DecodedPacket & { rcode: string; message: Buffer };

async function exchange(server: Server, question: Question, recursive: boolean, edns: boolean, signal: AbortSignal): Promise<Decoded> {
  if (signal.aborted) throw new NoReply('no time left');
  const id = randomInt(65_536);
  const query: packet.Packet = {
    type: 'query',
    id,
    flags: recursive ? packet.RECURSION_DESIRED : 0,
    // dns-packet accepts a number in this form, but its types don't declare it.
    questions: [{ name: question.name, type: (numbered[question.type] ?? question.type) as packet.RecordType }],
    ...(edns && { additionals: [{ type: 'OPT', name: '.', udpPayloadSize: UDP_SIZE, flags: 0, options: [] }] }),
  } as unknown as packet.Packet; // an OPT record without the fields that only an answer has
  const decodeReply = (message: Buffer): Decoded | null => {
    let reply: Decoded;
    try {
      reply = { ...(packet.decode(message) as Decoded), message }; // it decodes the response code too
    } catch {
      return null;
    }
    const [echoed] = reply.questions ?? [];
    const matches =
      reply.id === id &&
      reply.flag_qr &&
      echoed !== undefined &&
      lower(echoed.name) === lower(question.name) &&
      (named[echoed.type] ?? echoed.type) === question.type;
    return matches ? reply : null;
  };
  const short = await byUdp(server, packet.encode(query), decodeReply, signal);
  return short.flag_tc ? byTcp(server, packet.streamEncode(query), decodeReply, signal) : short;
}

function byUdp(server: Server, query: Buffer, decodeReply: (message: Buffer) => Decoded | null, signal: AbortSignal): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    const socket = dgram.createSocket(net.isIPv6(server.address) ? 'udp6' : 'udp4');
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', late);
      socket.close();
      finish();
    };
    const late = () => end(() => reject(new NoReply(`${server.address} did not answer`)));
    signal.addEventListener('abort', late, { once: true });
    socket.once('error', (error) => end(() => reject(new NoReply(`${server.address}: ${error.message}`))));
    socket.on('message', (message) => {
      const reply = decodeReply(message);
      if (reply) end(() => resolve(reply));
    });
    // A connected socket receives packets from its peer only.
    socket.connect(server.port, server.address, () => socket.send(query));
  });
}

function byTcp(server: Server, query: Buffer, decodeReply: (message: Buffer) => Decoded | null, signal: AbortSignal): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: server.address, port: server.port });
    let received = Buffer.alloc(0);
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', late);
      socket.removeAllListeners('close');
      socket.destroy();
      finish();
    };
    const fail = (reason: string) => end(() => reject(new NoReply(`${server.address}: ${reason}`)));
    const late = () => fail('did not answer by TCP');
    signal.addEventListener('abort', late, { once: true });
    socket.once('error', (error) => fail(error.message));
    socket.once('close', () => fail('closed'));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const reply = decodeReply(received.subarray(2, 2 + received.readUInt16BE(0)));
      if (reply) end(() => resolve(reply));
      else fail('answered something else');
    });
    socket.write(query);
  });
}
