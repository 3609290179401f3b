import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';
import { StartError } from '../../config/env.ts';
import { Damaged, fromCheckedJson, toCheckedJson } from '../../lib/node/durable.ts';

/*
 * The file of a backup: a tar with the files of DATA_DIR under their names there, a dump of PostgreSQL as `nasim.dump`, and the manifest
 * as its last entry, so that everything can be written as it is read. An entry may be there twice: the later one counts.
 */

const FORMAT = 1;
const MANIFEST = 'manifest';
const CHUNK = 256 * 1024;

const Header = z.object({
  format: z.literal(FORMAT),
  /** Of this backup: UUID. */
  id: z.string(),
  /** The version of Nasim that made it. */
  nasim: z.string(),
  /** ISO time in UTC. */
  createdAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** Migrations that the database had, oldest first. */
  migrations: z.array(z.string()),
  /** `external`: at the S3 endpoint, and not in this file. */
  objects: z.enum(['copied', 'external', 'none']),
  /** Whether it has the snapshots and backups of servers. */
  servers: z.boolean(),
  /** The engine whose state of the compute process it has. Backups of earlier versions have that of QEMU with `servers`, else none. */
  compute: z.enum(['qemu', 'openstack']).nullish(),
});
/** What a backup says about itself. */
export type BackupHeader = z.output<typeof Header>;

/** An entry as the manifest lists it. `bytes` is the size of its content. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
  sha256: string;
}

const formatEntry = ({ sha256, bytes, name }: ArchiveEntry) => `${sha256} ${bytes} ${name}`;

/** Writes a backup to an open file. */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #file: FileHandle;
  readonly entries: ArchiveEntry[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
    this.#written = this.#packer.readable.pipeTo(new WritableStream({ write: (chunk) => file.writeFile(chunk) }));
    // `add` reports it too.
    this.#written.catch(() => {});
  }

  /**
   * Adds the first `bytes` bytes of a file, which may still be growing.
   * @returns its size; null: there is no such file
   */
  async addFile(name: string, path: string): Promise<number | null> {
    const source = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!source) return null;
    try {
      const { size } = await source.stat();
      const stream = () => createReadStream('', { fd: source, autoClose: false, start: 0, end: size - 1, highWaterMark: CHUNK });
      await this.#add(name, size, size === 0 ? [] : stream());
      return size;
    } finally {
      await source.close();
    }
  }

  async #add(name: string, bytes: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    const writer = this.#packer.controller.add({ name, size: bytes, mode: 0o600, mtime: new Date() }).getWriter();
    for await (const chunk of content) {
      hash.update(chunk);
      // Buffers of Node are refused.
      await writer.write(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    await writer.close();
    this.entries.push({ name, bytes, sha256: hash.digest('hex') });
  }

  /** Adds the manifest; returns when everything is on the disk. */
  async finish(header: Omit<BackupHeader, 'format'>): Promise<void> {
    // The checksum of the header doesn't cover the lines: each is compared with the entry that was read.
    const parts = [toCheckedJson({ format: FORMAT, ...header }), ...this.entries.map(formatEntry)].map((line) => Buffer.from(`${line}\n`));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    await this.#add(MANIFEST, bytes, parts);
    this.#packer.controller.finalize();
    await this.#written;
    await this.#file.sync();
  }
}

interface SourceEntry {
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** The entries in their order; each has to be read to its end. @throws StartError when the file isn't a complete tar */
async function* entriesOf(file: FileHandle): AsyncGenerator<SourceEntry> {
  let position = 0;
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK), 0, CHUNK, position);
      position += bytesRead;
      if (bytesRead === 0) controller.close();
      else controller.enqueue(buffer.subarray(0, bytesRead));
    },
  });
  for await (const { header, body } of itemsOf(bytes.pipeThrough(createTarDecoder({ strict: true }))))
    yield { name: header.name, bytes: header.size, content: itemsOf(body) };
}

/** What a stream of the decoder has. @throws StartError when the file isn't a complete tar */
async function* itemsOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const read = () =>
    reader.read().catch((error: unknown) => {
      // Errors of the disk have a code, those of the decoder don't.
      throw error instanceof Error && 'code' in error ? error : notComplete(error instanceof Error ? ` ${error.message}` : '');
    });
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value;
  } finally {
    // Whoever reads no further doesn't wait for the rest.
    await reader.cancel().catch(() => {});
  }
}

/** An archive of which every byte was compared with its manifest. */
export interface VerifiedArchive {
  header: BackupHeader;
  entries: readonly ArchiveEntry[];
}

/**
 * Reads a whole backup and compares it with its manifest.
 * @throws StartError when it is damaged, not complete, no backup, or one of a later version
 */
export async function verifyArchive(file: FileHandle): Promise<VerifiedArchive> {
  const entries: ArchiveEntry[] = [];
  let manifest: string | null = null;
  for await (const { name, bytes, content } of entriesOf(file)) {
    if (manifest !== null) throw notComplete(' Something follows its manifest.');
    if (name === MANIFEST) manifest = (await Array.fromAsync(content, (chunk) => Buffer.from(chunk).toString('latin1'))).join('');
    else entries.push({ name, bytes, sha256: await hashContent(content) });
  }
  if (manifest === null) throw notComplete(' It has no manifest.');
  const [head = '', ...lines] = manifest.split('\n');
  const header = parseHeader(head);
  for (const [index, entry] of entries.entries())
    if (lines[index] !== formatEntry(entry)) throw new StartError(`The file is damaged: ${entry.name} isn’t what the manifest says.`);
  if (lines.length !== entries.length + 1) throw notComplete(' Entries of its manifest are missing.');
  return { header, entries };
}

function parseHeader(text: string): BackupHeader {
  let value: object;
  try {
    value = fromCheckedJson(text);
  } catch (error) {
    if (error instanceof Damaged) throw notComplete(` Its manifest: ${error.message}.`);
    throw error;
  }
  if ('format' in value && typeof value.format === 'number' && value.format > FORMAT)
    throw new StartError('A later version of Nasim made this backup. Restore it with that version.');
  const header = Header.safeParse(value);
  if (!header.success) throw notComplete(' Its manifest isn’t valid.');
  return header.data;
}

/**
 * Hands each entry of a verified archive to `write`, and compares again what it reads.
 * @param write has to read the content to its end
 */
export async function extractArchive(
  file: FileHandle,
  { entries }: VerifiedArchive,
  write: (entry: ArchiveEntry, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let index = 0;
  for await (const { name, content } of entriesOf(file)) {
    if (name === MANIFEST) continue;
    const entry = entries[index++];
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    }
    if (entry) await write(entry, hashed());
    if (entry?.name !== name || entry.sha256 !== hash.digest('hex')) throw new StartError('The file was changed while it was read.');
  }
}

async function hashContent(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

const notComplete = (detail: string) => new StartError(`The file is damaged, is not complete, or is not a backup.${detail}`);
