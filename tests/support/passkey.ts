import { createHash, randomBytes } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { passkey } from '../../src/lib/contract/account/passkey.ts';
import type { TestProvider } from './provider.ts';

const b64 = (bytes: Uint8Array | ArrayBuffer | string): string => Buffer.from(bytes as Uint8Array).toString('base64url'); // any of Buffer's sources
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what an attestation holds: small numbers, text, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)])]);
  return Buffer.concat([head(2, value.length), value]);
}

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const PRESENT = 1;
const VERIFIED = 4;
const SYNCABLE = 8;
const BACKED_UP = 16;
const HAS_KEY = 64;

/** What a dishonest or broken browser or authenticator may say otherwise. */
export interface Twist {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  type?: string;
  crossOrigin?: boolean;
  /** Another’s account in the user handle. */
  userHandle?: string;
  /** Signs with a key that isn’t registered. */
  forged?: boolean;
}

/** The host that passkeys belong to in tests: without `ORIGIN` it is `localhost`, with the port of the test environment. */
const testOrigin = (p: TestProvider): string => `http://localhost:${p.env.PORT}`;

/** An authenticator in software: a P-256 key (ES256) with a counter, or without one as those that sync are. */
export async function makeAuthenticator(p: TestProvider, kind: 'device' | 'synced' = 'device') {
  const newKey = () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const [keys, other] = [await newKey(), await newKey()];
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const id = randomBytes(16);
  let handle = b64('nobody');
  let count = kind === 'device' ? 1 : 0;
  const next = () => (kind === 'device' ? count++ : 0);
  const flags = (isVerified: boolean) => PRESENT | (isVerified ? VERIFIED : 0) | (kind === 'synced' ? SYNCABLE | BACKED_UP : 0);
  const clientData = (type: string, challenge: string, { origin = testOrigin(p), crossOrigin = false }: Twist) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  const data = (rpId: string, bits: number, counter: number, rest: Uint8Array = Buffer.alloc(0)) => {
    const end = Buffer.alloc(5);
    end.writeUInt8(bits, 0);
    end.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), end, rest]);
  };

  return {
    id: b64(id),
    /** Answers `passkey.options`, as `navigator.credentials.create` does. */
    create(options: { challenge: string; user: { id: string } }, twist: Twist = {}) {
      handle = options.user.id;
      const { rpId = 'localhost', isVerified = true, counter = next(), type = 'webauthn.create' } = twist;
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = data(rpId, flags(isVerified) | HAS_KEY, counter, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: b64(clientData(type, options.challenge, twist)),
          attestationObject: b64(cbor(attestation)),
          transports: ['internal', 'of-tomorrow'],
        },
      };
    },
    /** Answers `passkey.loginOptions`, as `navigator.credentials.get` does. */
    async sign({ challenge }: { challenge: string }, twist: Twist = {}) {
      const { rpId = 'localhost', isVerified = true, counter = next(), type = 'webauthn.get', userHandle = handle } = twist;
      const authData = data(rpId, flags(isVerified), counter);
      const client = clientData(type, challenge, twist);
      const key = twist.forged ? other.privateKey : keys.privateKey;
      const raw = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.concat([authData, sha256(client)])));
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        response: { clientDataJSON: b64(client), authenticatorData: b64(authData), signature: b64(toDer(raw)), userHandle },
      };
    },
  };
}
export type Authenticator = Awaited<ReturnType<typeof makeAuthenticator>>;

/** Two numbers of 32 bytes as WebAuthn has them: an ASN.1 sequence of integers. */
function toDer(raw: Buffer): Buffer {
  const integer = (bytes: Buffer) => {
    let from = 0;
    while (from < bytes.length - 1 && bytes[from] === 0) from++;
    const short = bytes.subarray(from);
    const signed = (short[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), short]) : short;
    return Buffer.concat([Buffer.from([2, signed.length]), signed]);
  };
  const both = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, both.length]), both]);
}

/** Adds a passkey to the account that the token signs in. */
export async function addPasskey(p: TestProvider, token: string, name = 'Laptop', kind: 'device' | 'synced' = 'device') {
  const key = await makeAuthenticator(p, kind);
  const { options } = await p.ok(passkey.options, {}, { token });
  const { passkeys } = await p.ok(passkey.add, { name, credential: key.create(options) }, { token });
  const id = passkeys.find((one) => one.name === name)?.id;
  if (!id) throw new Error('no passkey was added');
  return { key, id };
}

/** Signs in with a passkey, or tries to. */
export async function signWith(p: TestProvider, key: Authenticator, twist: Twist = {}, more: object = {}, ip = '192.0.2.1') {
  const { options } = await p.ok(passkey.loginOptions, {});
  return p.try(passkey.login, { credential: await key.sign(options, twist), ...more }, { ip, headers: { 'user-agent': firefox } });
}
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Whether a token is a session. */
export const profileStatus = async (p: TestProvider, token: unknown) => (await p.try(auth.profile, {}, { token: String(token) })).status;

/** Gives the browser of an island test an authenticator. `null`: its owner closes the dialog. */
export function install(key: Authenticator | null): void {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
  const cancel = () => Promise.reject(new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError'));
  const part = ({ response, ...rest }: { id: string; type: string; response: Record<string, unknown> }) => ({
    ...rest,
    rawId: bytes(rest.id),
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? bytes(value) : value])),
    getClientExtensionResults: () => ({}),
  });
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: ({ publicKey }: { publicKey: { challenge: ArrayBuffer; user: { id: ArrayBuffer } } }) =>
        key ? Promise.resolve(part(key.create({ challenge: b64(publicKey.challenge), user: { id: b64(publicKey.user.id) } }))) : cancel(),
      get: async ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) =>
        key ? part(await key.sign({ challenge: b64(publicKey.challenge) })) : cancel(),
    },
  });
}
