import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type Call, calls, formatText, type Language, outputFault, queryInput, readInput, readLanguage } from './contract.js';
import { type Context, type FileAnswer, type Handler, notImplemented, Refusal } from './handler.ts';
import { handlers } from './handlers/index.ts';
import { findSession } from './session.ts';

const port = Number(process.env.PORT ?? 8080);
const host = process.env.HOST ?? '127.0.0.1';
/** The portal sends the token in this header too. */
const tokenHeader = (process.env.TOKEN_HEADER ?? 'x-access-token').toLowerCase();

/** The inputs have been read by the contract, and the outputs are checked by it. */
const byGroup = handlers as unknown as Readonly<Record<string, Readonly<Record<string, Handler<unknown, unknown>>>>>;

class BodyTooLarge extends Error {}

interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  language: Language;
  requestId: string;
}

function send({ response, requestId }: Incoming, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId });
  response.end(JSON.stringify(body));
}
const refuse = (incoming: Incoming, status: number, code: string, more: object = {}, params = {}): void =>
  send(incoming, status, { code, message: formatText(code, incoming.language, params), ...more, requestId: incoming.requestId });

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What a request sends, as the contract checks it. */
async function readSent(request: IncomingMessage, url: URL, call: Call): Promise<{ value: unknown; file: File | null }> {
  if (call.body === 'none') return { value: queryInput(url.searchParams), file: null };
  const body = await readBody(request, call.bodyLimit);
  if (call.body === 'json') return { value: body.length > 0 ? JSON.parse(body.toString()) : {}, file: null };
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const file = form.get('file');
  form.delete('file');
  return { value: Object.fromEntries(form), file: file instanceof File ? file : null };
}

async function answer(incoming: Incoming): Promise<void> {
  const { request, language } = incoming;
  const url = new URL(request.url ?? '/', 'http://provider');
  const route = `${request.method} ${url.pathname}`;
  const call = calls.get(route);
  if (!call) return refuse(incoming, 404, 'error:notFound');
  const handler = byGroup[call.group]?.[call.name];
  if (!handler || handler === notImplemented) return refuse(incoming, 501, 'error:notImplemented');

  const header = (name: string) => request.headers[name]?.toString();
  // A refresh sends the token only in `lt`: it may have expired.
  const token = header('authorization')?.replace(/^Bearer /i, '') ?? header(tokenHeader);
  const session = token ? await findSession(token) : null;
  if (call.access === 'session' && !session) return refuse(incoming, 401, 'error:unauthorized');
  let sent: Awaited<ReturnType<typeof readSent>>;
  try {
    sent = await readSent(request, url, call);
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(incoming, 413, 'error:tooLarge', {}, { max: `${call.bodyLimit} B` });
    return refuse(incoming, 400, 'error:malformed');
  }
  const read = readInput(route, sent.value, language);
  if ('fields' in read) return send(incoming, 422, { code: 'error:validation', ...read, requestId: incoming.requestId });
  if (call.body === 'multipart' && !sent.file)
    return refuse(incoming, 422, 'error:required', { fields: { file: formatText('error:required', language) } });
  const context: Context = {
    session,
    language,
    ip: header('x-forwarded-for')?.split(',')[0]?.trim() ?? request.socket.remoteAddress ?? '',
    requestId: incoming.requestId,
    headers: request.headers,
    file: sent.file,
    idempotencyKey: header('idempotency-key') ?? null,
  };
  const output = await handler(read.input, context);
  if (call.isFile) return sendFile(incoming.response, output as FileAnswer);
  if (call.isStream) {
    incoming.response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    return void Readable.fromWeb(output as Parameters<typeof Readable.fromWeb>[0]).pipe(incoming.response);
  }
  const fault = outputFault(route, output);
  if (fault) throw new Error(`${call.group}.${call.name} returned what the contract doesn’t allow: ${fault}`);
  send(incoming, 200, output as object);
}

function sendFile(response: ServerResponse, { body, name, type, size }: FileAnswer): void {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  response.writeHead(200, {
    'content-type': type,
    'content-length': size,
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
}

function fail(incoming: Incoming, error: unknown): void {
  if (error instanceof Refusal) {
    const fields = Object.entries(error.fields).map(([field, code]) => [field, formatText(code, incoming.language, error.params)] as const);
    refuse(incoming, error.status, error.code, fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}, error.params);
    return;
  }
  console.error(error);
  if (incoming.response.headersSent) return void incoming.response.destroy();
  refuse(incoming, 500, 'error:server');
}

const server = http.createServer((request, response) => {
  const incoming: Incoming = {
    request,
    response,
    language: readLanguage(request.headers['accept-language']),
    requestId: request.headers['x-request-id']?.toString() ?? randomUUID(),
  };
  answer(incoming).catch((error: unknown) => fail(incoming, error));
});
server.listen(port, host, () => console.log(`provider listens on http://${host}:${port}`));
