import { File } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../../config/env.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readChunks } from '../body.ts';
import type { UploadedFile } from '../implement.ts';
import { parseBoundary, readParts } from './multipart.ts';

const HEAD = 4096;
/** Space for the fields and the boundary. */
const FIELDS_LIMIT = 64 * 1024;

/** Outside all folders that are served. */
export const uploadFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'uploads');
export const removeFile = (env: Pick<Env, 'DATA_DIR'>, path: string): Promise<void> => rm(join(uploadFolder(env), path), { force: true });

/** A random name that begins with the time. */
const newName = (now: number) => `${now.toString(36)}-${randomBytes(16).toString('hex')}`;
/** Keeps a file that a job made. @returns its file name in the upload folder */
export async function saveFile(env: Pick<Env, 'DATA_DIR'>, now: number, content: Uint8Array): Promise<string> {
  const path = newName(now);
  await mkdir(uploadFolder(env), { recursive: true });
  await writeFile(join(uploadFolder(env), path), content);
  return path;
}

/** Names of files created before a time. */
export async function filesBefore(env: Pick<Env, 'DATA_DIR'>, moment: number): Promise<string[]> {
  const names = await readdir(uploadFolder(env)).catch(() => []);
  return names.filter((name) => Number.parseInt(name.split('-')[0] ?? '', 36) < moment);
}

const tooLarge = (limit: number) => {
  const params = { max: limit / 1024 / 1024 };
  return new Refusal(413, 'error:fileTooLarge', { params, fields: { file: { key: 'error:fileTooLarge', params } } });
};

/** Characters that text files don't contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

export interface Received extends UploadedFile {
  fields: Record<string, string>;
  /** Deletes the file unless a handler has claimed it. */
  discard(): Promise<void>;
}

/**
 * Receives a multipart body. The file is written to disk as it arrives, and hashed and classified as text or binary at the same time, so
 * memory use doesn't depend on its size. Refuses with 400, 413, 415 or 422, without leaving a file.
 * @param limit bytes of the file
 */
export async function receiveMultipart(request: Request, env: Pick<Env, 'DATA_DIR'>, now: number, limit: number): Promise<Received> {
  const boundary = parseBoundary(request.headers.get('content-type') ?? '');
  if (Number(request.headers.get('content-length') ?? 0) > limit + FIELDS_LIMIT) throw tooLarge(limit);
  const path = newName(now);
  const place = join(uploadFolder(env), path);
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const head: Buffer[] = [];
  let handle: FileHandle | null = null;
  let name = '';
  let size = 0;
  let isText = true;
  let claimed = false;
  const discard = async () => {
    if (!claimed) await rm(place, { force: true });
  };
  const claim = () => {
    claimed = true;
  };
  /** Stops decoding once the file is known to be binary. */
  const look = (chunk?: Buffer) => {
    if (!isText) return;
    try {
      if (control.test(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())) isText = false;
    } catch {
      isText = false;
    }
  };
  try {
    const { fields, hasFile } = await readParts(readChunks(request), boundary, {
      async open(fileName) {
        name = fileName;
        await mkdir(uploadFolder(env), { recursive: true, mode: 0o700 });
        handle = await open(place, 'wx', 0o600);
      },
      async write(chunk) {
        if (size < HEAD) head.push(Buffer.from(chunk.subarray(0, HEAD - size)));
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        hash.update(chunk);
        look(chunk);
        await handle?.write(chunk);
      },
    });
    if (!hasFile) throw new Refusal(422, 'error:required', { fields: { file: { key: 'error:required' } } });
    look();
    // The row of the file must not survive a power failure without its bytes.
    await (handle as FileHandle | null)?.sync();
    // Both types implement the same standard; in tests, the global `File` may be a browser's.
    const file = new File([(await openAsBlob(place)) as never], name) as unknown as UploadedFile['file'];
    const stored = { path, name, size, hash: hash.digest('hex'), head: Buffer.concat(head), isText, claim };
    return { fields, file, stored, discard };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await (handle as FileHandle | null)?.close();
  }
}
