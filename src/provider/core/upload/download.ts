import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Env } from '../../../config/env.ts';
import type { FileAnswer } from '../../../lib/contract/call.ts';
import type { StoredFile } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { uploadFolder } from './receive.ts';

/** Serves a stored file as a stream. */
export async function download(env: Pick<Env, 'DATA_DIR'>, { path, name, mediaType }: StoredFile): Promise<FileAnswer> {
  const place = join(uploadFolder(env), path);
  const found = await stat(place).catch(() => null);
  if (!found) return refuse(404, 'error:notFound');
  const body = Readable.toWeb(createReadStream(place)) as ReadableStream<Uint8Array>; // Node's type for the same object
  return { body, name, type: mediaType, size: found.size };
}

/**
 * Headers for an uploaded file: browsers save it and never display or run it at our address, whatever its content.
 */
export const downloadHeaders = ({ name, type, size }: Omit<FileAnswer, 'body'>): Record<string, string> => ({
  'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
  'content-length': String(size),
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
});
