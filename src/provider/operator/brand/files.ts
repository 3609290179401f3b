import { createHash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../../config/env.ts';
import { syncToDisk, writeDurably } from '../../../lib/node/durable.ts';
import type { Services } from '../../core/services.ts';
import { refuse } from '../../kernel/refusal.ts';

type Place = Pick<Env, 'DATA_DIR'>;
export const siteFolder = ({ DATA_DIR }: Place): string => join(DATA_DIR, 'site');
const brandFile = (env: Place) => join(siteFolder(env), 'brand.json');

/** `brand.json` as it is on the disk. */
export interface StoredBrand {
  /** Null: there is no file. */
  content: string | null;
  /** Of the content; empty without a file. */
  hash: string;
  /** Epoch ms; null without a file. */
  changedAt: number | null;
}

export const contentHash = (content: string | null): string =>
  content === null ? '' : createHash('sha256').update(content).digest('hex').slice(0, 32);

const isAbsent = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR';

export async function readStored(env: Place): Promise<StoredBrand> {
  try {
    const { mtimeMs } = await stat(brandFile(env));
    // PostgreSQL can't store the character, and JSON doesn't contain it.
    const content = (await readFile(brandFile(env), 'utf8')).replaceAll('\0', '\ufffd');
    return { content, hash: contentHash(content), changedAt: Math.round(mtimeMs) };
  } catch (error) {
    if (!isAbsent(error as NodeJS.ErrnoException)) throw error;
    return { content: null, hash: '', changedAt: null };
  }
}

/** Whether `brand.json` can probably be written: another process may use up the disk meanwhile. */
export function isWritable(env: Place): boolean {
  try {
    if (!statSync(siteFolder(env)).isDirectory()) return false;
    accessSync(siteFolder(env), constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && canCreate(env);
  }
}
function canCreate({ DATA_DIR }: Place): boolean {
  try {
    accessSync(DATA_DIR, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

type Writer = Pick<Services, 'env' | 'log'>;
/** @throws Refusal 409 when the disk is full, or the folder can't be written; the former content is still there */
async function orRefuse(log: Services['log'], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    log.warn({ err: error }, 'DATA_DIR/site could not be written');
    refuse(409, 'operatorBrand:error.notWritable', { params: { code } });
  }
}

/** Writes a file of the folder durably. @throws Refusal 409 */
const write = ({ env, log }: Writer, name: string, content: string | Uint8Array): Promise<void> =>
  orRefuse(log, async () => {
    if ((await mkdir(siteFolder(env), { recursive: true, mode: 0o700 })) !== undefined) syncToDisk(env.DATA_DIR);
    await writeDurably(join(siteFolder(env), name), content);
  });

/** Replaces `brand.json`, or removes it. Portals use it within seconds (lib/node/followSite.ts). @throws Refusal 409 */
export const replaceStored = (services: Writer, content: string | null): Promise<void> =>
  content === null
    ? orRefuse(services.log, async () => {
        await rm(brandFile(services.env), { force: true });
        syncToDisk(siteFolder(services.env));
      })
    : write(services, 'brand.json', content);

/** The content of an image. @param name of `ImageName`. @returns null: it isn't there */
export async function readImageFile(env: Place, name: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(join(siteFolder(env), name));
  } catch (error) {
    if (isAbsent(error as NodeJS.ErrnoException)) return null;
    throw error;
  }
}

/** @throws Refusal 409 */
export const storeImage = (services: Writer, name: string, body: Uint8Array): Promise<void> => write(services, name, body);
