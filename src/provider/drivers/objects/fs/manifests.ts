import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../../../lib/node/durable.ts';
import { DAY } from '../../../../lib/time.ts';
import { missing } from './blobs.ts';
import { NULL_VERSION, type ObjectRow, type Pending, type SpaceRow } from './catalogRows.ts';
import { Folders } from './folders.ts';

/** Everything that the index knows about a version of an object, or about a space except its counts. */
export type Manifest = { type: 'object'; space: string; object: ObjectRow } | { type: 'space'; space: Omit<SpaceRow, 'bytes' | 'objects'> };

/** What a manifest is about. The key of a space's own manifest is empty. */
export type Subject = Omit<Pending, 'id'>;

/** A manifest that isn't published yet. */
export interface Draft {
  path: string;
  text: string;
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

/** One form for one content: two manifests are the same exactly if their texts are. */
export const manifestText = (manifest: Manifest): string => JSON.stringify(manifest);

/**
 * The index on the disk a second time: one small file for each version of an object and each space, from which a lost index is built
 * again. A file is named by a hash of space, key and version, so a key can't refer to another file; that of a space has an empty key,
 * which objects can't have. A version becomes the current one, or is no longer, without a change of its file. Its first line is a checksum of the second. Only this user may read it: the keys of the spaces are in there, sealed.
 */
export class Manifests {
  readonly #folder: string;
  readonly #durable: boolean;
  readonly #folders: Folders;
  constructor(folder: string, durable: boolean) {
    this.#folder = join(folder, 'manifests');
    this.#durable = durable;
    this.#folders = new Folders(durable);
  }

  #path({ space, key, version }: Subject): string {
    // Without the version `null`, as before there were others.
    const hash = hashText(version === NULL_VERSION ? `${space}\0${key}` : `${space}\0${key}\0${version}`);
    return join(this.#folder, hash.slice(0, 2), hash);
  }
  get #drafts(): string {
    return join(this.#folder, 'drafts');
  }

  /** Returns after the content is on the disk. @throws when the disk fails or is full; then there is no file */
  async draft(text: string): Promise<Draft> {
    await this.#folders.make(this.#drafts);
    const path = join(this.#drafts, randomUUID());
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${hashText(text)}\n${text}`);
      if (this.#durable) await file.sync();
    } catch (error) {
      await this.discard({ path });
      throw error;
    } finally {
      await file.close();
    }
    return { path, text };
  }
  discard = ({ path }: Pick<Draft, 'path'>): Promise<void> => rm(path, { force: true });

  /** Makes the folder of a manifest, for `publish`. */
  prepare = (subject: Subject): Promise<void> => this.#folders.make(dirname(this.#path(subject)));
  /** Replaces the manifest; `flush` makes that durable. Synchronous, because it runs in a transaction. */
  publish({ path }: Draft, subject: Subject): void {
    renameSync(path, this.#path(subject));
  }
  remove(subject: Subject): void {
    rmSync(this.#path(subject), { force: true });
  }
  flush = (subject: Subject): Promise<void> => this.#folders.flush(dirname(this.#path(subject)));

  /** Deletes what crashed processes left. */
  async sweep(now: number): Promise<void> {
    for (const name of (await readdir(this.#drafts).catch(missing)) ?? []) {
      const path = join(this.#drafts, name);
      const age = now - ((await stat(path).catch(missing))?.mtimeMs ?? now);
      if (age > DAY) await this.discard({ path });
    }
  }

  /** All manifests, one folder at a time; null: one that can't be read. */
  async *all(): AsyncGenerator<(Manifest | null)[]> {
    const folders = ((await readdir(this.#folder).catch(missing)) ?? []).filter((name) => name.length === 2);
    for (const folder of folders) {
      const names = await readdir(join(this.#folder, folder));
      for (let at = 0; at < names.length; at += BATCH)
        yield await Promise.all(names.slice(at, at + BATCH).map((name) => this.#read(join(this.#folder, folder, name))));
    }
  }
  async #read(path: string): Promise<Manifest | null> {
    const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EIO') return '';
      throw error;
    });
    const at = content.indexOf('\n');
    const text = content.slice(at + 1);
    // What has the right checksum was written by `draft`.
    return content.slice(0, Math.max(at, 0)) === hashText(text) ? complete(JSON.parse(text) as Manifest) : null;
  }

  /**
   * Whether every object has a manifest. Not yet in a store of an earlier version, and no longer after one couldn't be read: content
   * without a manifest may then be that of an object.
   */
  get isComplete(): boolean {
    return existsSync(this.#complete);
  }
  setComplete(complete: boolean): void {
    if (!complete) rmSync(this.#complete, { force: true });
    else {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      closeSync(openSync(this.#complete, 'w', 0o600));
    }
    if (this.#durable) for (const folder of [this.#folder, dirname(this.#folder)]) syncToDisk(folder);
  }
  get #complete(): string {
    return join(this.#folder, 'complete');
  }
}

/** Adds what manifests of earlier versions don't have. */
const complete = (manifest: Manifest): Manifest =>
  manifest.type === 'object'
    ? { ...manifest, object: { ...{ version: NULL_VERSION, isMarker: false }, ...manifest.object } }
    : {
        ...manifest,
        space: { ...{ versioning: null, lifecycle: null, encryption: null, access: 'private' as const, keys: null }, ...manifest.space },
      };

/** Files read at a time. */
const BATCH = 64;
