import { createHmac } from 'node:crypto';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { type TlsVersion, tlsVersions } from '../../lib/rules/cdn/edge/config.ts';
import { cipherSuites } from '../base/ciphers.ts';
import type { Sites } from '../control/policies.ts';
import { readHost } from '../request/hosts.ts';
import { parseServerName } from './clientHello.ts';
import type { PreviewCertificates } from './previewCertificates.ts';

export interface TlsOptions {
  sites: Sites;
  previewZone: string;
  previews: PreviewCertificates;
  /** Of any length: the keys of session tickets are derived from it. */
  ticketSecret: string;
  /** ms for the ClientHello, and for the handshake after it. */
  helloTime: number;
  /** Whether a new connection is within the limits. */
  accept: (socket: Socket) => boolean;
  /** Takes a connection after its handshake. `socket.alpnProtocol` is the protocol that its client chose. */
  opened: (socket: TLSSocket) => void;
}

/** A fatal alert: unrecognized_name (RFC 6066 section 3). */
const unknownName = Buffer.from([21, 3, 1, 0, 2, 2, 112]);

/**
 * Node chooses the versions of TLS per server, not per name: so the name is read from the first bytes, and the connection handed to
 * a server with the versions of its domain. There are few combinations; each server is made when it is first needed.
 */
export function makeTlsFront({
  sites,
  previewZone,
  previews,
  ticketSecret,
  helloTime,
  accept: isAccepted,
  opened,
}: TlsOptions): net.Server {
  const servers = new Map<string, tls.Server>();

  function serverFor(versions: readonly TlsVersion[], withHttp2: boolean): tls.Server {
    const listed = tlsVersions.filter((one) => versions.includes(one));
    const least = listed[0] ?? '1.2';
    const most = listed.at(-1) ?? '1.3';
    const key = `${least} ${most} ${withHttp2}`;
    const found = servers.get(key);
    if (found) return found;
    const nameOf = (version: TlsVersion) => `TLSv${version === '1.0' ? '1' : version}` as const;
    const made = tls.createServer({
      handshakeTimeout: helloTime,
      minVersion: nameOf(least),
      maxVersion: nameOf(most),
      ALPNProtocols: withHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      ciphers: cipherSuites(listed),
      // 48 bytes, as Node takes them.
      ticketKeys: createHmac('sha384', ticketSecret).update(key).digest(),
      SNICallback: (name, done) => void contextOf(name).then((context) => done(null, context ?? undefined), done),
    });
    made.on('secureConnection', opened).on('tlsClientError', () => {});
    servers.set(key, made);
    return made;
  }

  async function contextOf(name: string): Promise<SecureContext | null> {
    const host = readHost(name, previewZone);
    const site = host && sites.of(host.name);
    if (!host || !site) return null;
    return host.isPreview ? previews.context(name) : site.contextOf(host.name);
  }

  async function accept(socket: Socket, name: string): Promise<void> {
    const host = readHost(name, previewZone);
    const site = host && sites.of(host.name);
    const { enabled = false, tlsVersions: allowed = [], http2: withHttp2 = true } = site?.config.https ?? {};
    if (!enabled || (await contextOf(name)) === null) return void socket.end(unknownName);
    serverFor(allowed, withHttp2).emit('connection', socket);
  }

  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (!isAccepted(socket)) return;
    const late = setTimeout(() => socket.destroy(), helloTime);
    let read: Buffer = Buffer.alloc(0);
    const look = (chunk: Buffer) => {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      const name = parseServerName(read);
      if (name === undefined) return;
      clearTimeout(late);
      socket.off('data', look);
      socket.pause();
      if (name === null) return void socket.destroy();
      socket.unshift(read);
      void accept(socket, name);
    };
    socket.on('data', look);
    socket.once('close', () => clearTimeout(late));
  });
  return server;
}
