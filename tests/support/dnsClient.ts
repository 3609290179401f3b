import dgram from 'node:dgram';
import net from 'node:net';
import * as packet from 'dns-packet';

export interface TestQuestion {
  name: string;
  /** A type that dns-packet knows, or `UNKNOWN_65`. */
  type: string;
  /** With an OPT record; by default of 1232 bytes. Null: without. */
  size?: number | null;
  dnssec?: boolean;
  /** CO of RFC 9824. */
  compact?: boolean;
  version?: number;
  cookie?: Buffer;
  tcp?: boolean;
}

export interface Got {
  rcode: string;
  aa: boolean;
  tc: boolean;
  answers: AnswerRecord[];
  authorities: AnswerRecord[];
  additionals: AnswerRecord[];
  /** The option COOKIE of the response. */
  cookie: Buffer | undefined;
  edns: { version: number; size: number; extendedRcode: number } | null;
  bytes: Buffer;
}
export interface AnswerRecord {
  name: string;
  type: string;
  ttl: number;
  data: unknown;
}

const CD_TO_RD = 0x0100;

export function queryBytes({ name, type, size = 1232, dnssec, compact, version = 0, cookie }: TestQuestion, id = 4321): Buffer {
  const flags = (dnssec ? 0x8000 : 0) | (compact ? 0x4000 : 0);
  return packet.encode({
    type: 'query',
    id,
    flags: CD_TO_RD,
    questions: [{ name, type }],
    ...(size !== null && {
      additionals: [
        {
          type: 'OPT',
          name: '.',
          udpPayloadSize: size,
          extendedRcode: 0,
          ednsVersion: version,
          flags,
          options: cookie ? [{ code: 10, data: cookie }] : [],
        },
      ],
    }),
  } as unknown as packet.Packet); // types by number, and an OPT record that dns-packet's types describe as an answer's
}

interface Opt {
  type: 'OPT';
  ednsVersion: number;
  udpPayloadSize: number;
  extendedRcode: number;
  options: { code: number; data: Buffer }[];
}

/** A response as comparable lines. */
export function readReply(bytes: Buffer): Got {
  const reply = packet.decode(bytes) as packet.DecodedPacket & { rcode: string };
  const lines = (list: unknown): AnswerRecord[] =>
    ((list ?? []) as AnswerRecord[]).filter(({ type }) => type !== 'OPT').map(({ name, type, ttl, data }) => ({ name, type, ttl, data })); // as dns-packet decodes them
  const opt = ((reply.additionals ?? []) as unknown as Opt[]).find(({ type }) => type === 'OPT');
  return {
    rcode: reply.rcode,
    aa: reply.flag_aa,
    tc: reply.flag_tc,
    answers: lines(reply.answers),
    authorities: lines(reply.authorities),
    additionals: lines(reply.additionals),
    cookie: opt?.options.find(({ code }) => code === 10)?.data,
    edns: opt ? { version: opt.ednsVersion, size: opt.udpPayloadSize, extendedRcode: opt.extendedRcode } : null,
    bytes,
  };
}

/** Sends bytes to a server of this machine. Null: no answer within the time. */
export function exchange(port: number, bytes: Buffer, tcp = false, timeoutMs = 5_000): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(null), timeoutMs);
    let end = (_: Buffer | null) => {};
    if (tcp) {
      const socket = net.connect(port, '127.0.0.1', () => {
        const frame = Buffer.alloc(2);
        frame.writeUInt16BE(bytes.length);
        socket.write(Buffer.concat([frame, bytes]));
      });
      let got = Buffer.alloc(0);
      end = (reply) => {
        clearTimeout(timer);
        socket.destroy();
        resolve(reply);
      };
      socket.on('error', reject);
      socket.on('close', () => end(null));
      socket.on('data', (data) => {
        got = Buffer.concat([got, data]);
        if (got.length >= 2 && got.length >= 2 + got.readUInt16BE(0)) end(got.subarray(2));
      });
      return;
    }
    const socket = dgram.createSocket('udp4');
    end = (reply) => {
      clearTimeout(timer);
      socket.close();
      resolve(reply);
    };
    socket.on('error', reject);
    socket.on('message', end);
    socket.send(bytes, port, '127.0.0.1');
  });
}

/** Asks a server of this machine. @throws when it doesn't answer */
export async function query(port: number, requested: TestQuestion): Promise<Got> {
  const reply = await exchange(port, queryBytes(requested), requested.tcp);
  if (!reply) throw new Error(`no answer for ${requested.name} ${requested.type}`);
  return readReply(reply);
}
