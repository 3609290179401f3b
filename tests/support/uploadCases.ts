import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { upload } from '../../src/lib/contract/core/upload.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { ticket } from '../../src/lib/contract/support/ticket.ts';
import { startProvider, type TestProvider } from './provider.ts';

const { ticketId } = demo;
/** The beginning of a PNG. */
export const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
export const filesIn = ({ env }: TestProvider) => readdir(join(env.DATA_DIR, 'uploads')).catch(() => []);

export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const send = (content: BlobPart | BlobPart[], name = 'log.txt', more: object = {}) =>
    p.try(
      upload.file,
      { usage: 'ticket', draft: 'd1', ...more },
      { token, file: new File(Array.isArray(content) ? content : [content], name) },
    );
  const sent = async (...of: Parameters<typeof send>) => {
    const { status, body } = await send(...of);
    expect([status, body.message]).toEqual([200, undefined]);
    return (body.file as { id: string }).id;
  };
  const reply = (attachments: string[], by = token) =>
    p.try(ticket.reply, { ticketId, message: 'See the files.', attachments }, { token: by });
  const get = (fileId: string, by: string | undefined = token) => p.try(ticket.attachment, { fileId }, { token: by });
  return { p, token, send, sent, reply, get };
}
