import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3Error.ts';

/** The checksums of S3 ("Checking object integrity", Amazon S3 user guide): names in requests, documents and the index. */
export const algorithms = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
export type Algorithm = (typeof algorithms)[number];
export const checksumTypes = ['COMPOSITE', 'FULL_OBJECT'] as const;
/** COMPOSITE: of the checksums of the parts. FULL_OBJECT: of the content. */
export type ChecksumType = (typeof checksumTypes)[number];

export interface Checksum {
  algorithm: Algorithm;
  /** Base64; a composite one ends in `-` and the number of parts. */
  value: string;
  type: ChecksumType;
}
/** What an upload was started with. */
export type ChecksumKind = Omit<Checksum, 'value'>;

export const checksumHeader = (algorithm: Algorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;
export const checksumElement = (algorithm: Algorithm): string => `Checksum${algorithm}`;

export const wrongChecksum = (algorithm: Algorithm): S3Error =>
  new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);

export interface Summer {
  update(chunk: Uint8Array): void;
  /** Base64. */
  digest(): Promise<string>;
}

/** A running checksum. */
export async function summer(algorithm: Algorithm): Promise<Summer> {
  if (algorithm === 'CRC32') {
    let value = 0;
    return {
      update(chunk) {
        value = crc32(chunk, value);
      },
      digest: async () => encodeBase64(BigInt(value), 32),
    };
  }
  if (algorithm === 'SHA1' || algorithm === 'SHA256') {
    const hash = createHash(algorithm.toLowerCase());
    return { update: (chunk) => void hash.update(chunk), digest: async () => hash.digest('base64') };
  }
  // Loaded when a client uses it: the package takes time to load.
  const { Crc32cJs, Crc64NvmeJs } = await import('@aws-sdk/checksums/crc');
  const crc = algorithm === 'CRC32C' ? new Crc32cJs() : new Crc64NvmeJs();
  return { update: (chunk) => crc.update(chunk), digest: async () => Buffer.from(await crc.digest()).toString('base64') };
}

/** The checksum that a client sends in a header. @throws S3Error InvalidRequest for more than one */
export function checksumIn(headers: Readonly<Record<string, string>>): { algorithm: Algorithm; value: string } | null {
  const [only, ...others] = algorithms.flatMap((algorithm) => {
    const value = headers[checksumHeader(algorithm)];
    return value === undefined ? [] : [{ algorithm, value }];
  });
  if (others.length > 0)
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  return only ?? null;
}

/** The elements of a checksum in a document. */
export const checksumXml = (checksum: Checksum | null | undefined) =>
  checksum ? { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type } : {};
/** The headers of a checksum in a response. */
export const checksumHeaders = (checksum: Checksum | null | undefined): Record<string, string> =>
  checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type } : {};

/** The algorithm named by a header. @throws S3Error InvalidRequest */
export function algorithmIn(headers: Readonly<Record<string, string>>, header: string): Algorithm | null {
  const text = headers[header];
  if (text === undefined) return null;
  const found = algorithms.find((one) => one === text.toUpperCase());
  if (!found)
    throw new S3Error(
      'InvalidRequest',
      `Checksum algorithm provided is unsupported. Please try again with any of the valid types: [${algorithms.join(', ')}]`,
    );
  return found;
}

/** The checksum that an upload is started with; null: none. @throws S3Error InvalidRequest */
export function checksumKind(headers: Readonly<Record<string, string>>): ChecksumKind | null {
  const algorithm = algorithmIn(headers, 'x-amz-checksum-algorithm');
  const declared = headers['x-amz-checksum-type'];
  const type = declared === undefined ? null : (checksumTypes.find((one) => one === declared.toUpperCase()) ?? wrongType());
  if (algorithm === null) return type === null ? null : wrongType();
  const isHash = algorithm === 'SHA1' || algorithm === 'SHA256';
  const chosen = type ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  // Only a CRC of the whole follows from those of its parts, and AWS defines no composite CRC-64.
  if (isHash ? chosen === 'FULL_OBJECT' : algorithm === 'CRC64NVME' && chosen === 'COMPOSITE')
    throw new S3Error(
      'InvalidRequest',
      `The ${chosen} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
    );
  return { algorithm, type: chosen };
}
const wrongType = (): never => {
  throw new S3Error('InvalidRequest', 'Value for x-amz-checksum-type header is invalid.');
};

/** The checksum of an object from those of its parts, in order. @param parts sizes in bytes, values in Base64 */
export function joined({ algorithm, type }: ChecksumKind, parts: readonly { size: number; value: string }[]): Checksum {
  if (type === 'FULL_OBJECT') {
    const { width } = polynomials[algorithm as Crc]; // checksumKind refuses it for hashes
    const whole = parts.reduce((sum, { size, value }) => shift(algorithm as Crc, sum, size) ^ parseBigInt(value), 0n);
    return { algorithm, type, value: encodeBase64(whole, width) };
  }
  const bytes = Buffer.concat(parts.map(({ value }) => Buffer.from(value, 'base64')));
  return { algorithm, type, value: `${computeDigest(algorithm, bytes)}-${parts.length}` };
}

/** Of the few bytes of parts' checksums. */
function computeDigest(algorithm: Algorithm, bytes: Buffer): string {
  if (algorithm === 'SHA1' || algorithm === 'SHA256') return createHash(algorithm.toLowerCase()).update(bytes).digest('base64');
  const { width, polynomial } = polynomials[algorithm];
  const all = (1n << BigInt(width)) - 1n;
  let value = all;
  for (const byte of bytes) {
    value ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
  }
  return encodeBase64(value ^ all, width);
}

type Crc = 'CRC32' | 'CRC32C' | 'CRC64NVME';
/** In reflected form: the lowest bit is the highest power. */
const polynomials: Readonly<Record<Crc, { width: number; polynomial: bigint }>> = {
  CRC32: { width: 32, polynomial: 0xedb88320n },
  CRC32C: { width: 32, polynomial: 0x82f63b78n },
  CRC64NVME: { width: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

/** The product of two polynomials modulo that of the CRC. */
function product(crc: Crc, a: bigint, b: bigint): bigint {
  const { width, polynomial } = polynomials[crc];
  let [sum, factor] = [0n, b];
  for (let bit = 1n << BigInt(width - 1); bit > 0n; bit >>= 1n) {
    if (a & bit) sum ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n;
  }
  return sum;
}

/** The last power of x for each CRC: the parts of an upload mostly have one size. */
const powers = new Map<Crc, { size: number; power: bigint }>();

/** What a CRC contributes to that of a content that goes on for `size` bytes: it is multiplied by x to the power of their bits. */
function shift(crc: Crc, value: bigint, size: number): bigint {
  if (value === 0n) return 0n;
  let known = powers.get(crc);
  if (known?.size !== size) {
    const one = 1n << BigInt(polynomials[crc].width - 1);
    let [power, square] = [one, one >> 1n];
    for (let exponent = BigInt(size) * 8n; exponent > 0n; exponent >>= 1n) {
      if (exponent & 1n) power = product(crc, power, square);
      square = product(crc, square, square);
    }
    known = { size, power };
    powers.set(crc, known);
  }
  return product(crc, known.power, value);
}

const parseBigInt = (value: string): bigint => BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`);
function encodeBase64(value: bigint, width: number): string {
  return Buffer.from(value.toString(16).padStart(width / 4, '0'), 'hex').toString('base64');
}
