import { Refusal } from './implement.ts';

const JSON_LIMIT = 1024 * 1024;
const DEPTH_LIMIT = 64;
/** One file of 30 MiB (spec.md section 9) with room for the fields and the boundary. */
const MULTIPART_LIMIT = 30 * 1024 * 1024 + 64 * 1024;
export const FILE_LIMIT = 30 * 1024 * 1024;

const tooLarge = (limit: number) =>
  new Refusal(413, 'error:tooLarge', { params: { max: limit >= 2 ** 20 ? `${Math.floor(limit / 2 ** 20)} MB` : `${limit / 1024} KB` } });

/** Passes a body on and stops it at the limit, while it streams: what is too large is never held. */
function limited(request: Request, limit: number): ReadableStream<Uint8Array> | null {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw tooLarge(limit);
  let seen = 0;
  return (
    request.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          seen += chunk.byteLength;
          if (seen > limit) controller.error(tooLarge(limit));
          else controller.enqueue(chunk);
        },
      }),
    ) ?? null
  );
}

/** Nesting of a JSON text, before it is parsed: a deep text must not reach code that recurses. */
function depthOf(text: string): number {
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

/** The JSON object of a request; an empty body is an empty object. Refuses with 400, 413 or 415. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await new Response(limited(request, JSON_LIMIT)).text();
  if (text === '') return {};
  if (type !== 'application/json') throw new Refusal(415, 'error:mediaType');
  if (depthOf(text) > DEPTH_LIMIT) throw new Refusal(400, 'error:malformed');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'error:malformed');
  }
}

/** The fields and the one `file` of a multipart request. Refuses with 400, 413, 415 or 422. */
export async function readMultipart(request: Request): Promise<{ fields: Record<string, string>; file: File }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Refusal(415, 'error:mediaType');
  let form: FormData;
  try {
    form = await new Response(limited(request, MULTIPART_LIMIT), { headers: { 'content-type': type } }).formData();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Error && error.cause instanceof Refusal) throw error.cause;
    throw new Refusal(400, 'error:malformed');
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal(422, 'error:required', { fields: { file: { key: 'error:required' } } });
  if (file.size > FILE_LIMIT) throw tooLarge(FILE_LIMIT);
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
  return { fields, file };
}

/** The first field that holds a NUL: no value needs one, and PostgreSQL can't store it. */
export function fieldWithNul(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const holds = (value: unknown): boolean =>
    typeof value === 'string' ? value.includes('\0') : typeof value === 'object' && value !== null && Object.values(value).some(holds);
  return Object.entries(input).find(([, value]) => holds(value))?.[0] ?? null;
}
