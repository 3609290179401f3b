import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import net from 'node:net';
import type { TsigKey } from '../config/env.ts';
import type { DnsServer as Secondary } from '../lib/rules/core/dnsServer.ts';
import { nameBytes } from './name.ts';
import { u16 } from './rdata.ts';
import { sign } from './tsig.ts';
import { T } from './types.ts';

/** A secondary that doesn't answer is notified again; later, it finds out with its own query (the SOA's refresh time). */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
/** Zones announced in a tenth of a second: at the start all are new. */
const AT_ONCE = 20;
const TICK_MS = 100;
const OPCODE_NOTIFY = 0x2000;
const AA = 0x0400;

interface Pending {
  zone: string;
  to: Secondary;
  id: number;
  attempts: number;
  at: number;
}

export interface Notifier {
  /** A zone has changed. */
  changed(zone: string): void;
  close(): void;
}

/** Notifies the secondaries of changed zones (RFC 1996), signed with the first key. Without secondaries it does nothing. */
export function makeNotifier(host: string, secondaries: readonly Secondary[], key: TsigKey | undefined, clock: () => number): Notifier {
  if (secondaries.length === 0) return { changed: () => {}, close: () => {} };
  const sockets = new Map<string, dgram.Socket>();
  const pending = new Map<string, Pending>();

  function socketFor({ address }: Secondary): dgram.Socket {
    const family = net.isIPv6(address) ? 'udp6' : 'udp4';
    let socket = sockets.get(family);
    if (!socket) {
      socket = dgram.createSocket(family);
      socket.on('error', () => {});
      socket.on('message', (message, from) => {
        if (message.length < 12 || !((message[2] ?? 0) & 0x80)) return;
        const id = message.readUInt16BE(0);
        for (const [at, one] of pending)
          if (one.id === id && one.to.address === from.address && one.to.port === from.port) pending.delete(at);
      });
      // Secondaries know this server by its address; one behind a redirected port listens on loopback, from where nothing gets out.
      const isReachable = net.isIP(host) > 0 && !host.startsWith('127.') && host !== '::1';
      if (isReachable && net.isIPv6(host) === (family === 'udp6')) socket.bind(0, host);
      socket.unref();
      sockets.set(family, socket);
    }
    return socket;
  }

  function send({ zone, to, id }: Pending): void {
    const header = u16(id, OPCODE_NOTIFY | AA, 1, 0, 0, 0);
    const message = Buffer.concat([header, nameBytes(zone), u16(T.SOA, 1)]);
    const signed = key ? sign(message, { key, time: Math.floor(clock() / 1000), prior: null }).message : message;
    socketFor(to).send(signed, to.port, to.address, () => {});
  }

  function tick(): void {
    const now = clock();
    let sent = 0;
    for (const [at, one] of pending) {
      if (one.at > now) continue;
      if (sent++ >= AT_ONCE) return;
      if (one.attempts >= MAX_ATTEMPTS) {
        pending.delete(at);
        continue;
      }
      one.at = now + FIRST_WAIT_MS * 2 ** one.attempts++;
      send(one);
    }
  }
  const timer = setInterval(tick, TICK_MS).unref();

  return {
    changed(zone) {
      for (const to of secondaries)
        pending.set(`${zone} ${to.address} ${to.port}`, { zone, to, id: randomInt(65_536), attempts: 0, at: clock() });
    },
    close() {
      clearInterval(timer);
      for (const socket of sockets.values()) socket.close();
    },
  };
}
