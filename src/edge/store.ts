import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomainPolicy } from '../lib/rules/cdn/edge/bundle.ts';

/** The last good bundle on the edge's own disk: a file per domain, and the cursor after they are written. */
export interface Stored {
  edgeId: string;
  cursor: string | null;
  policies: DomainPolicy[];
}

const isId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

/** A kill leaves the old file or the new one, never half of one. Only this user may read it: policies contain private keys. */
export async function writeAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  await writeFile(beside, data, { mode: 0o600 });
  await rename(beside, path);
}

export class PolicyStore {
  readonly #folder: string;
  readonly #state: string;
  #edgeId = '';

  constructor(folder: string) {
    this.#folder = join(folder, 'policies');
    this.#state = join(folder, 'state.json');
  }

  async read(): Promise<Stored> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const state = await readFile(this.#state, 'utf8').then(
      (text) => JSON.parse(text) as { edgeId: string; cursor: string | null }, // written below
      () => ({ edgeId: randomUUID(), cursor: null }),
    );
    this.#edgeId = state.edgeId;
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const policies = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as DomainPolicy), // verified before it was written
    );
    return { ...state, policies };
  }

  /** @throws when the disk fails, or an ID can't be a file name */
  async write(changed: readonly DomainPolicy[], removed: readonly string[], cursor: string): Promise<void> {
    for (const policy of changed) {
      if (!isId(policy.id)) throw new Error(`invalid domain ID ${policy.id}`);
      await writeAtomically(join(this.#folder, `${policy.id}.json`), JSON.stringify(policy));
    }
    for (const id of removed.filter(isId)) await rm(join(this.#folder, `${id}.json`), { force: true });
    await writeAtomically(this.#state, JSON.stringify({ edgeId: this.#edgeId, cursor }));
  }
}
