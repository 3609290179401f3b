import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Damaged, fromCheckedJson, setAside, toCheckedJson, writeDurably } from '../../lib/node/durable.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';

interface State {
  edgeId: string;
  /** Null: the next bundle is a full one. */
  cursor: string | null;
  /** When the portal last answered, epoch ms. Absent: written by an earlier version. */
  answeredAt?: number | undefined;
}
/** The number of policies shows that files were lost. Absent: written by an earlier version. */
type StoredState = State & { domains?: number | undefined };

/** Files that are read or written at the same time: a disk commits several together. */
const PARALLEL = 16;

const isId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

/** A kill leaves the old file or the new one, never half of one; a power cut may leave neither. Only this user may read it. */
export async function writeAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const partPath = `${path}.${process.pid}.part`;
  try {
    await writeFile(partPath, data, { mode: 0o600 });
    await rename(partPath, path);
  } catch (error) {
    // A part would keep a full disk full.
    await rm(partPath, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * The last good bundle on the edge's own disk: a file per domain, and the cursor after they are written. Everything comes from the
 * portal and is pulled again when a file is damaged, which is set aside. Policies contain private keys.
 */
export class PolicyStore {
  readonly #folder: string;
  readonly #state: string;
  readonly #log: Logger;
  #edgeId = '';
  #cursor: string | null = null;
  #answeredAt: number | undefined;
  readonly #stored = new Set<string>();
  /** Policies that aren't on the disk yet, by domain ID; null: the file has to be deleted. */
  readonly #unsaved = new Map<string, DomainPolicy | null>();
  #isSaved = true;

  constructor(folder: string, log: Logger) {
    this.#folder = join(folder, 'policies');
    this.#state = join(folder, 'state.json');
    this.#log = log;
  }

  /**
   * Reads everything. It never fails: what is unreadable is set aside, and the cursor is null.
   * @param apply returns false for a policy that can't be used; its file counts as damaged
   */
  async read(apply: (policy: DomainPolicy) => boolean): Promise<State> {
    const damaged = new Map<string, unknown>();
    let state: StoredState = { edgeId: randomUUID(), cursor: null };
    try {
      state = toState(await readFile(this.#state, 'utf8'));
    } catch (error) {
      if (!isMissing(error)) damaged.set(this.#state, error);
    }
    this.#edgeId = state.edgeId;
    await inParallel(await this.#names(), async (name) => {
      const path = join(this.#folder, name);
      const id = name.slice(0, -'.json'.length);
      try {
        if (!apply(toPolicy(await readFile(path, 'utf8'), id))) throw new Damaged('the policy can’t be used');
        this.#stored.add(id);
      } catch (error) {
        damaged.set(path, error);
      }
    });
    const isComplete = damaged.size === 0 && (state.domains === undefined || state.domains === this.#stored.size);
    this.#cursor = isComplete ? state.cursor : null;
    if (damaged.size > 0) await this.#setAside(damaged);
    this.#answeredAt = state.answeredAt;
    return { edgeId: this.#edgeId, cursor: this.#cursor, answeredAt: state.answeredAt };
  }

  /** The names of the files of policies. Files that a kill has left incomplete are deleted. */
  async #names(): Promise<string[]> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const names = await readdir(this.#folder);
      for (const name of names.filter((one) => one.endsWith('.part'))) await rm(join(this.#folder, name), { force: true }).catch(() => {});
      return names.filter((name) => name.endsWith('.json'));
    } catch (error) {
      this.#log.error({ err: error, path: this.#folder }, 'edge policy store read failed');
      return [];
    }
  }

  async #setAside(damaged: ReadonlyMap<string, unknown>): Promise<void> {
    try {
      // First: after a kill, the cursor would hide that a policy is missing.
      if (!damaged.has(this.#state)) await this.#writeState();
    } catch (error) {
      this.#log.error({ err: error }, 'edge policy store failed to move damaged files aside');
      return;
    }
    for (const [path, error] of damaged)
      try {
        this.#log.error(
          { err: error, path, aside: setAside(path) },
          'edge policy store moved a damaged file aside; its content is pulled from the portal',
        );
      } catch (failure) {
        this.#log.error(
          { err: failure, path },
          'edge policy store failed to move a damaged file aside; its content is pulled from the portal',
        );
      }
  }

  /**
   * Stores a bundle. What can't be written stays in memory for `save`.
   * @throws when the disk fails, or an ID can't be a file name
   */
  async write(changed: readonly DomainPolicy[], removed: readonly string[], cursor: string): Promise<void> {
    const invalid = changed.find(({ id }) => !isId(id));
    if (invalid) throw new Error(`invalid domain ID ${invalid.id}`);
    for (const policy of changed) this.#unsaved.set(policy.id, policy);
    for (const id of removed.filter(isId)) this.#unsaved.set(id, null);
    this.#cursor = cursor;
    this.#answeredAt = Date.now();
    this.#isSaved = false;
    await this.save();
  }

  /** Writes what earlier calls couldn't. @throws when the disk fails */
  async save(): Promise<void> {
    if (this.#isSaved) return;
    await inParallel([...this.#unsaved], async ([id, policy]) => {
      const path = join(this.#folder, `${id}.json`);
      if (policy) await writeDurably(path, toCheckedJson(policy));
      else await rm(path, { force: true });
      this.#unsaved.delete(id);
      if (policy) this.#stored.add(id);
      else this.#stored.delete(id);
    });
    await this.#writeState();
    this.#isSaved = true;
  }

  #writeState(): Promise<void> {
    const state: StoredState = { edgeId: this.#edgeId, cursor: this.#cursor, domains: this.#stored.size, answeredAt: this.#answeredAt };
    return writeDurably(this.#state, toCheckedJson(state));
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'; // every error of `readFile` has one

/** Works on all items, several at a time. @throws the first error, after all work has ended */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const results = await Promise.allSettled(
    Array.from({ length: PARALLEL }, async () => {
      for (const item of rest) await work(item);
    }),
  );
  const failed = results.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

function toState(text: string): StoredState {
  const { edgeId, cursor, domains, answeredAt } = fromCheckedJson(text) as { [K in keyof StoredState]?: unknown };
  const isRight =
    typeof edgeId === 'string' &&
    edgeId !== '' &&
    (cursor === null || typeof cursor === 'string') &&
    (domains === undefined || typeof domains === 'number') &&
    (answeredAt === undefined || typeof answeredAt === 'number');
  if (!isRight) throw new Damaged('not the state of an edge');
  return { edgeId, cursor, domains, answeredAt };
}

function toPolicy(text: string, id: string): DomainPolicy {
  const value = fromCheckedJson(text) as { [K in keyof DomainPolicy]?: unknown };
  if (value.id !== id || !Number.isSafeInteger(value.version) || typeof value.name !== 'string')
    throw new Damaged('not the policy of this domain');
  return value as unknown as DomainPolicy; // as `write` stored it; `apply` finds parts that are missing
}
