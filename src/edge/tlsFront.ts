import http2 from 'node:http2';
import net, { type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type TlsVersion, tlsVersions } from '../lib/rules/cdn/edge/config.ts';
import { serverNameOf } from './clientHello.ts';
import { readHost } from './hosts.ts';
import type { Sites } from './policies.ts';
import type { PreviewCertificates } from './previewCertificates.ts';

export interface TlsFront {
  server: net.Server;
  close(): void;
}
export interface TlsOptions {
  sites: Sites;
  previewZone: string;
  previews: PreviewCertificates;
  /** Sets the same handlers and limits on each server. */
  prepare: (server: http2.Http2SecureServer) => void;
}

const HELLO_MS = 10_000;
/** A fatal alert: unrecognized_name (RFC 6066 section 3). */
const unknownName = Buffer.from([21, 3, 1, 0, 2, 2, 112]);

/**
 * Node chooses the versions of TLS per server, not per name: so the name is read from the first bytes, and the connection handed to
 * a server with the versions of its domain. There are few combinations; each server is made when it is first needed.
 */
export function makeTlsFront({ sites, previewZone, previews, prepare }: TlsOptions): TlsFront {
  const servers = new Map<string, http2.Http2SecureServer>();

  function serverFor(versions: readonly TlsVersion[], withHttp2: boolean): http2.Http2SecureServer {
    const listed = tlsVersions.filter((one) => versions.includes(one));
    const least = listed[0] ?? '1.2';
    const most = listed.at(-1) ?? '1.3';
    const key = `${least} ${most} ${withHttp2}`;
    const found = servers.get(key);
    if (found) return found;
    const nameOf = (version: TlsVersion) => `TLSv${version === '1.0' ? '1' : version}` as const;
    const made = http2.createSecureServer({
      allowHTTP1: true,
      minVersion: nameOf(least),
      maxVersion: nameOf(most),
      ALPNProtocols: withHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      // OpenSSL allows the old versions only at its lowest security level.
      ...((least === '1.0' || least === '1.1') && { ciphers: 'DEFAULT@SECLEVEL=0' }),
      maxHeaderListPairs: 100,
      settings: { maxConcurrentStreams: 128, maxHeaderListSize: 16 * 1024 },
      SNICallback: (name, done) => void contextOf(name).then((context) => done(null, context ?? undefined), done),
    });
    prepare(made);
    servers.set(key, made);
    return made;
  }

  async function contextOf(name: string): Promise<SecureContext | null> {
    const host = readHost(name, previewZone);
    const site = host && sites.of(host.name);
    if (!host || !site) return null;
    return host.isPreview ? previews.of(name) : site.contextOf(host.name);
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
    const late = setTimeout(() => socket.destroy(), HELLO_MS);
    let read: Buffer = Buffer.alloc(0);
    const look = (chunk: Buffer) => {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      const name = serverNameOf(read);
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
  return {
    server,
    close: () => {
      for (const one of servers.values()) one.close();
    },
  };
}
