import { createReadStream, createWriteStream, openAsBlob, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer, Client } from './client.ts';
import { exits, Failure, usage } from './failure.ts';
import { progress, type Terminal } from './output.ts';
import { operationOf } from './references.ts';

/** Bytes of one part of an upload, as the contract says. */
const PART = 8 * 1024 * 1024;

/** Answers that are a file: the field with its content, and whether that is the address to fetch it from, or has the bytes in Base64. */
const contents: Readonly<Record<string, { field: string; isUrl?: true; isBase64?: true }>> = {
  'zone.export': { field: 'zone' },
  'version.export': { field: 'configuration' },
  'transaction.export': { field: 'csv' },
  'invoice.download': { field: 'file', isBase64: true },
  'invoice.year': { field: 'file', isBase64: true },
  'spaceObject.download': { field: 'url', isUrl: true },
  'spaceVersion.download': { field: 'url', isUrl: true },
};
export const isFile = (operation: string): boolean => operation in contents;

/** The whole standard input. */
export async function readStandardInput(): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A file to send. @param path `-`: standard input */
export async function fileToSend(path: string): Promise<File> {
  if (path === '-') return new File([await readStandardInput()], 'stdin');
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw usage(`${path} can’t be read: ${(error as Error).message}`);
  }
}

/**
 * Uploads an object, a large one in parts. A part that got no answer is sent again, which replaces it.
 * @returns the answer to the last part
 */
export async function uploadObject(client: Client, input: Record<string, unknown>, file: File, terminal: Terminal): Promise<Answer> {
  // Sending a part again replaces it, so that it may be repeated.
  const operation = { ...operationOf('spaceObject.upload'), idempotent: true };
  if (file.size <= PART) return client.call(operation, input, { file });
  const shown = progress(terminal);
  let uploadId: unknown;
  try {
    for (let offset = 0; ; offset += PART) {
      shown.update(`${file.name}: ${Math.floor((offset / file.size) * 100)} %`);
      const part = new File([file.slice(offset, offset + PART)], file.name);
      const answer = await client.call(
        operation,
        { ...input, size: file.size, offset, ...(uploadId !== undefined && { uploadId }) },
        { file: part },
      );
      if (answer.uploadId === null) return answer;
      uploadId = answer.uploadId;
    }
  } catch (error) {
    if (uploadId !== undefined) {
      const { spaceId, key } = input;
      // Best effort: the store deletes unfinished uploads as well.
      await client.call(operationOf('spaceObject.abort'), { spaceId, key, uploadId }).catch(() => {});
    }
    throw error;
  } finally {
    shown.end();
  }
}

/** Writes the file in an answer to a path, or to standard output. A file that exists is replaced only by a whole one. */
export async function saveFile(operation: string, answer: Answer, path: string | undefined, terminal: Terminal): Promise<void> {
  const { field, isUrl, isBase64 } = contents[operation] ?? { field: '' };
  const value = answer[field];
  if (isUrl) {
    const response = await fetch(String(value)).catch((error: Error) => error);
    if (response instanceof Error || !response.ok || !response.body)
      throw new Failure(
        exits.unavailable,
        `The object can’t be downloaded: ${response instanceof Error ? response.message : `status ${response.status}`}.`,
      );
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]); // the same stream, typed by the DOM
    if (path === undefined) return pipeline(body, process.stdout, { end: false });
    await replace(path, (next) => pipeline(body, createWriteStream(next)));
  } else if (isBase64) {
    const bytes = Buffer.from((value as { content: string }).content, 'base64'); // as the contract says
    if (path === undefined) return void process.stdout.write(bytes);
    await replace(path, async (next) => writeFileSync(next, bytes));
  } else {
    const text = typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`;
    if (path === undefined) return terminal.out(text.replace(/\n$/, ''));
    await replace(path, async (next) => writeFileSync(next, text));
  }
  terminal.err(`${path}: ${statSync(path).size} bytes`);
}

async function replace(path: string, write: (next: string) => Promise<void>): Promise<void> {
  const next = `${path}.${process.pid}.part`;
  try {
    await write(next);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    if ((error as NodeJS.ErrnoException).path === undefined)
      throw new Failure(exits.unavailable, `The object can’t be downloaded: ${(error as Error).message}`);
    throw usage(`${path} can’t be written: ${(error as Error).message}`);
  }
}

/** The text of a file or of standard input (`-`). */
export async function readText(path: string): Promise<string> {
  if (path === '-') return (await readStandardInput()).toString('utf8');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path)) chunks.push(chunk as Buffer);
  } catch (error) {
    throw usage(`${path} can’t be read: ${(error as Error).message}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws Failure when the text isn’t a JSON object */
export async function readObject(path: string): Promise<Record<string, unknown>> {
  const text = await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(`${path === '-' ? 'Standard input' : path} isn’t JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usage(`${path === '-' ? 'Standard input' : path} must be a JSON object.`);
  return value as Record<string, unknown>;
}
