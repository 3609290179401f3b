import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Copy, completed, type Variants } from './copies.ts';
import { type FileOwner, partSuffix } from './files.ts';

const fileName = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The checksum of the rest: eight hexadecimal digits and a line break. */
const CHECKSUM_BYTES = 9;

function encode(head: object, body: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
  return Buffer.concat([Buffer.from(`${crc32(rest).toString(16).padStart(8, '0')}\n`), rest]);
}

/** @returns null: damaged */
function decode(bytes: Buffer): Copy | Variants | null {
  const rest = bytes.subarray(CHECKSUM_BYTES);
  if (crc32(rest) !== Number.parseInt(bytes.toString('latin1', 0, CHECKSUM_BYTES - 1), 16)) return null;
  const end = rest.indexOf(10);
  const head = JSON.parse(rest.toString('utf8', 0, end)) as Omit<Copy, 'answer' | 'body'> | Variants; // as `encode` wrote it, by its checksum
  return 'variants' in head ? head : completed({ ...head, body: rest.subarray(end + 1) });
}

/** Copies on the disk, one file each: a checksum, a line of JSON, then the body. The name of a file follows from the key of its copy. */
export class DiskTier {
  readonly #folder: string;
  readonly #owner: FileOwner;
  /** Copies whose files aren't complete yet. */
  readonly #writing = new Map<string, Copy>();
  #parts = 0;

  constructor(folder: string, owner: FileOwner) {
    this.#folder = folder;
    this.#owner = owner;
  }

  async put(copy: Copy): Promise<void> {
    const { body, answer: _, ...head } = copy;
    this.#writing.set(copy.key, copy);
    const { key, base, varies, requestedAt } = copy;
    await this.#write(key, requestedAt, encode(head, body));
    const variants: Variants = { key: base, variants: varies };
    if (key !== base) await this.#write(base, requestedAt, encode(variants, Buffer.alloc(0)), true);
    if (this.#writing.get(copy.key) === copy) this.#writing.delete(copy.key);
  }

  async #write(key: string, requestedAt: number, content: Buffer, isVariants = false): Promise<void> {
    const name = fileName(key);
    const part = `${name}.${this.#parts++}${partSuffix(process.pid)}`;
    const path = join(this.#folder, part);
    try {
      await writeFile(path, content, { mode: 0o600 });
    } catch {
      // A part would keep a full disk full.
      await rm(path, { force: true }).catch(() => {});
    }
    // Also if it couldn't be written: the folder may have to be made again.
    await this.#owner.store({ name, part, bytes: content.length, requestedAt, isVariants }).catch(() => {});
  }

  has(key: string): boolean {
    return this.#writing.has(key) || this.#owner.mayHave(fileName(key));
  }

  async restore(key: string): Promise<Copy | Variants | null> {
    const writing = this.#writing.get(key);
    if (writing) return writing;
    const name = fileName(key);
    const bytes = await readFile(join(this.#folder, name)).catch(() => null);
    const stored = bytes && decode(bytes);
    if (stored?.key !== key) return null;
    this.#owner.use(name);
    return stored;
  }

  replace({ key, base, requestedAt }: Copy): void {
    this.#writing.delete(key);
    this.#owner.replace(fileName(key), requestedAt, false);
    if (key !== base) this.#owner.replace(fileName(base), requestedAt, true);
  }

  clear(): void {
    this.#writing.clear();
  }
}
