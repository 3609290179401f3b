import { createHash } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/** `code` is recognized as that of a failed verification (`rules/edge/responses.ts`). */
class PinMismatch extends Error {
  readonly code = 'CERT_PIN_MISMATCH';
}

/**
 * Connects to origins that have one of these public keys (SHA-256 of the SPKI, base64), whoever has issued their certificates.
 * Connections without TLS aren't verified.
 */
export function pinnedConnector(pins: readonly string[], options: buildConnector.BuildOptions): buildConnector.connector {
  // A resumed session has no certificate to verify.
  const connect = buildConnector({ ...options, maxCachedSessions: 0 });
  return (to, done) =>
    connect(to, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      if (!(socket instanceof TLSSocket) || pins.includes(keyHash(socket))) return done(null, socket);
      socket.destroy();
      done(new PinMismatch('the public key of the origin isn’t pinned'), null);
    });
}

function keyHash(socket: TLSSocket): string {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return key ? createHash('sha256').update(key).digest('base64') : '';
}
