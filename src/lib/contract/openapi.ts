import { z } from 'zod';
import { bundles, type TextTree } from '../i18n/bundles.ts';
import type { TKey } from '../i18n/keys.ts';
import type { Locale } from '../i18n/locales.ts';
import type { NamedCall } from './call.ts';
import { contract } from './index.ts';

type Json = Record<string, unknown>;

/** What the adapter returns in place of a token. */
const SessionAnswer: Json = {
  type: 'object',
  properties: { userId: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } },
  required: ['userId', 'expiresAt'],
};

const ErrorAnswer: Json = {
  type: 'object',
  description: 'A refusal or a failure. `message` is in the language that was asked for.',
  properties: {
    code: { type: 'string', description: 'Key of the text, as in `dns:error.duplicate`.' },
    message: { type: 'string' },
    params: { type: 'object', additionalProperties: true },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Messages by field.' },
    errors: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'What is wrong in lists: `list`, `index`, `field`, `code` and `message` of each item.',
    },
    retryAfter: { type: 'integer', description: 'Seconds.' },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
};

/** All calls of the contract with their names, in a stable order. */
export const allCalls = (): NamedCall[] => Object.values(contract).flatMap((calls) => Object.values(calls) as NamedCall[]);

/**
 * The contract as OpenAPI 3.1. It describes the adapter: paths are below `/api`, sign-in calls return `session`, and calls marked
 * `x-issues-token` are those whose token the adapter keeps.
 */
export function openapi(server: string): Json {
  const schemas: Record<string, Json> = { Error: ErrorAnswer };
  const paths: Record<string, Json> = {};
  for (const call of allCalls()) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, schemas) };
  return {
    openapi: '3.1.0',
    info: { title: 'Nasim', version: '1', description: 'The calls of the customer portal.' },
    servers: [{ url: `${server}/api` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: server.startsWith('https:') ? '__Host-nasim' : 'nasim',
          description: 'Set by sign-in. Changes need an `Origin` of this site.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of the provider or an API key, for programs.' },
      },
    },
  };
}

/** Whether an API key may make a call, if it has access to its area. */
export const isForKeys = (call: NamedCall): boolean => call.area !== null || call.everyKey;

function operation(call: NamedCall, schemas: Record<string, Json>): Json {
  const input = objectSchema(call, schemas);
  const output = call.events || call.downloads ? {} : jsonSchema(call.output, 'output', schemas);
  const has = Object.keys(input.properties).length > 0;
  return {
    operationId: call.id.join('.'),
    summary: call.summary,
    tags: [call.id[0]],
    security: call.access === 'public' ? [] : isForKeys(call) ? [{ session: [] }, { bearer: [] }] : [{ session: [] }],
    ...(call.area && { 'x-area': call.area }),
    ...(call.money && { 'x-money': true }),
    ...(call.issuesToken && { 'x-issues-token': true }),
    ...callParameters(call, input),
    ...(call.body !== 'none' && has && { requestBody: requestBody(call, input) }),
    responses: {
      200: call.events
        ? { description: 'Events, until one side ends the stream.', content: { 'text/event-stream': eventSchemas(call.events, schemas) } }
        : call.downloads
          ? {
              description: 'The file, to be saved.',
              content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
            }
          : { description: 'Done.', content: { 'application/json': { schema: call.issuesToken ? withSession(output) : output } } },
      '4XX': {
        description: describeRefusals(call),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** OpenAPI 3.1 describes a stream as text only; the shape of each event's `data` is listed next to it. */
const eventSchemas = (events: NonNullable<NamedCall['events']>, schemas: Record<string, Json>): Json => ({
  schema: { type: 'string' },
  'x-events': Object.fromEntries(Object.entries(events).map(([name, data]) => [name, jsonSchema(data, 'output', schemas)])),
});

interface ObjectSchema {
  properties: Record<string, Json>;
  required: string[];
}

/** The fields of an input. The input side of a conversion tells what is optional, the output side what a value looks like. */
function objectSchema(call: NamedCall, schemas: Record<string, Json>): ObjectSchema {
  const sent = jsonSchema(call.input, 'input', schemas) as Partial<ObjectSchema>;
  const read = call.method === 'GET' ? (jsonSchema(call.input, 'output', schemas) as Partial<ObjectSchema>) : sent;
  return { properties: read.properties ?? {}, required: sent.required ?? [] };
}

function callParameters(call: NamedCall, input: ObjectSchema): Json {
  const example = call.example as Json; // examples are objects
  const query =
    call.method === 'GET'
      ? Object.entries(input.properties).map(([name, schema]) => ({
          name,
          in: 'query',
          required: input.required.includes(name),
          schema,
          ...(name in example && { example: example[name] }),
        }))
      : [];
  const key = call.money
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description: 'The same key has the same effect once, and the same response.',
        },
      ]
    : [];
  const parameters = [...query, ...key];
  return parameters.length > 0 ? { parameters } : {};
}

function requestBody(call: NamedCall, { properties, required }: ObjectSchema): Json {
  if (call.body === 'json')
    return { required: true, content: { 'application/json': { schema: { type: 'object', properties, required }, example: call.example } } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'At most 30 MiB.' };
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { ...properties, file }, required: [...required, 'file'] },
        example: call.example,
      },
    },
  };
}

function withSession(output: Json): Json {
  // One of several responses: sign-in requires a second step, or returns a token.
  if (Array.isArray(output.anyOf)) return { anyOf: output.anyOf.map((one: Json) => (hasToken(one) ? withSession(one) : one)) };
  const { token: _token, deviceToken: _device, browserToken: _browser, ...properties } = (output.properties ?? {}) as Record<string, Json>; // an object schema
  const required = ((output.required ?? []) as string[]).filter((name) => name !== 'token');
  return { ...output, properties: { ...properties, session: SessionAnswer }, required: [...required, 'session'] };
}

const hasToken = ({ properties }: Json): boolean => Object.hasOwn((properties as object | undefined) ?? {}, 'token');

/** The English texts of the refusals that a call may return, as a list. */
function describeRefusals(call: NamedCall): string {
  const general: TKey[] = call.access === 'public' ? ['error:invalid'] : ['error:unauthorized', 'error:invalid'];
  return [...general, ...call.errors].map((code) => `- \`${code}\`: ${writtenText(code, 'en')}`).join('\n');
}

/** A text as written in its file, with its placeholders: `{{name}}`. */
export function writtenText(code: TKey, locale: Locale): string {
  const [namespace = '', path = ''] = code.split(':');
  let node: TextTree | string | undefined = bundles[locale][namespace as keyof (typeof bundles)[Locale]];
  for (const part of path.split('.')) node = typeof node === 'object' ? (node[part] ?? node[`${part}_other`]) : undefined;
  return typeof node === 'string' ? node : code;
}

/** zod's JSON Schema with its named parts moved to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const {
    $schema: _version,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...clean } = definition;
    schemas[name] ??= move(clean) as Json;
  }
  return move(rest) as Json;
}

/** `#/$defs/Domain` → `#/components/schemas/Domain`, all the way down. */
function move(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(move);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : move(value),
    ]),
  );
}
