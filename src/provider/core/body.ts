import { limitText } from '../../lib/contract/call.ts';
import { Refusal } from '../kernel/refusal.ts';

const DEPTH_LIMIT = 64;

const bodyTooLarge = (max: string) => () => new Refusal(413, 'error:tooLarge', { params: { max } });
/** Passes a body on and stops it at the limit while streaming, so that an oversized body is never buffered in memory. */
function limited(request: Request, limit: number, refusal: () => Refusal): ReadableStream<Uint8Array> | null {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw refusal();
  let bytesRead = 0;
  return (
    request.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytesRead += chunk.byteLength;
          if (bytesRead > limit) controller.error(refusal());
          else controller.enqueue(chunk);
        },
      }),
    ) ?? null
  );
}

/** A body that ends before its end: its sender has left, or the adapter stopped it at the limit. Nothing is wrong here. */
function broken(error: unknown): never {
  throw error instanceof Refusal ? error : new Refusal(400, 'error:malformed');
}

/** The chunks of a body. @throws Refusal 400 when it ends before its end */
export async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body;
  } catch (error) {
    broken(error);
  }
}

const readBodyText = (request: Request, limit: number, refusal: () => Refusal): Promise<string> =>
  new Response(limited(request, limit, refusal)).text().catch(broken);

/** Nesting of a JSON text, before it is parsed: a deep text must not reach code that recurses. */
function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 92) i++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth);
    else if (code === 125 || code === 93) depth--;
  }
  return deepest;
}

/** The JSON object of a request and its raw text; an empty body is an empty object. Refuses with 400, 413 or 415. @param limit bytes */
export async function readJson(request: Request, limit: number): Promise<{ text: string; value: unknown }> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await readBodyText(request, limit, bodyTooLarge(limitText(limit)));
  if (text === '') return { text, value: {} };
  if (type !== 'application/json') throw new Refusal(415, 'error:mediaType');
  if (nestingDepth(text) > DEPTH_LIMIT) throw new Refusal(400, 'error:malformed');
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new Refusal(400, 'error:malformed');
  }
}

/**
 * The body of a request as text, up to `limit` bytes.
 * @param max the limit for the message, as in "4 MB"
 */
export const readText = (request: Request, limit: number, max: string): Promise<string> => readBodyText(request, limit, bodyTooLarge(max));

/** The first field that contains a NUL: no value needs one, and PostgreSQL can't store it. */
export function fieldWithNul(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const holds = (value: unknown): boolean =>
    typeof value === 'string' ? value.includes('\0') : typeof value === 'object' && value !== null && Object.values(value).some(holds);
  return Object.entries(input).find(([, value]) => holds(value))?.[0] ?? null;
}
