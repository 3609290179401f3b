import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/* The shapes of responses: names and types of fields, without their values, so that nothing of a cloud is stored but its API. */

interface Shape {
  types: string[];
  fields?: Record<string, Shape>;
  items?: Shape;
}
/** By request: `compute GET /servers/ID 200`. */
type Shapes = Record<string, Shape>;

/** Of a real cloud: `RECORD=1 FULL=1 npx vitest run src/compute/openstack/api/api.full.test.ts` adds to it; `npx biome check --write` formats it. */
const FILE = 'tests/fixtures/openstack.json';
/** Objects whose keys are values. */
const maps = new Set(['metadata', 'addresses', 'extra_specs']);

function toShape(value: unknown, name = ''): Shape {
  if (Array.isArray(value)) return { types: ['array'], ...(value.length > 0 && { items: value.map((one) => toShape(one)).reduce(merge) }) };
  if (typeof value !== 'object' || value === null) return { types: [value === null ? 'null' : typeof value] };
  const fields: Record<string, Shape> = {};
  for (const [key, field] of Object.entries(value)) {
    const target = maps.has(name) ? '*' : key;
    const shape = toShape(field, key);
    fields[target] = fields[target] ? merge(fields[target], shape) : shape;
  }
  return { types: ['object'], fields };
}
function merge(left: Shape, right: Shape): Shape {
  const fields = { ...left.fields };
  for (const [name, shape] of Object.entries(right.fields ?? {})) fields[name] = fields[name] ? merge(fields[name], shape) : shape;
  const items = left.items && right.items ? merge(left.items, right.items) : (left.items ?? right.items);
  return {
    types: [...new Set([...left.types, ...right.types])].sort(),
    ...((left.fields || right.fields) && { fields }),
    ...(items && { items }),
  };
}

interface Sent {
  method: string;
  path: string;
  origin: string;
  body: unknown;
}
/** A cloud for tests has its services behind one address, a real one on their own ports: both have the versions of their APIs in the path. */
const services: readonly [RegExp, string][] = [
  [/^(?:\/compute)?\/v2\.1/, 'compute'],
  [/^(?:\/network)?\/v2\.0/, 'network'],
  [/^(?:\/image)?\/v2/, 'image'],
  [/^(?:\/volume)?\/v3\/(?:[0-9a-f]{32}|$)/, 'volume'],
  [/^(?:\/identity)?\/v3/, 'identity'],
];
function requestName({ method, path, body }: Sent, status: number): string {
  const [address = ''] = path.split('?');
  const [prefix, service] = services.find(([pattern]) => pattern.test(address)) ?? [/^/, 'unknown'];
  const rest = address
    .replace(prefix, '')
    .replaceAll(/[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}/g, 'ID')
    .replace(/(keypairs\/).*/, '$1NAME');
  // Undici has made bytes of it.
  const action =
    rest.endsWith('/action') && body instanceof Uint8Array ? ` ${Object.keys(JSON.parse(Buffer.from(body).toString()))[0]}` : '';
  return `${service} ${method} ${rest}${action} ${status}`;
}

/** Records the shapes of all responses to requests of undici until `stop`. */
export function recordShapes(): { shapes: Shapes; stop(): void } {
  const shapes: Shapes = {};
  const pending = new Map<Sent, { status: number; chunks: Buffer[] }>();
  // By the documentation of undici's diagnostics channels.
  const onHeaders = (message: unknown) => {
    const { request, response } = message as { request: Sent; response: { statusCode: number } };
    pending.set(request, { status: response.statusCode, chunks: [] });
  };
  const onChunk = (message: unknown) => {
    const { request, chunk } = message as { request: Sent; chunk: Buffer };
    pending.get(request)?.chunks.push(chunk);
  };
  const onEnd = (message: unknown) => {
    const { request } = message as { request: Sent };
    const { status, chunks } = pending.get(request) ?? { status: 0, chunks: [] };
    pending.delete(request);
    const text = Buffer.concat(chunks).toString();
    if (!text.startsWith('{')) return;
    const name = requestName(request, status);
    const shape = toShape(JSON.parse(text));
    shapes[name] = shapes[name] ? merge(shapes[name], shape) : shape;
  };
  const channels = [
    ['undici:request:headers', onHeaders],
    ['undici:request:bodyChunkReceived', onChunk],
    ['undici:request:trailers', onEnd],
  ] as const;
  for (const [name, listener] of channels) subscribe(name, listener);
  return {
    shapes,
    stop() {
      for (const [name, listener] of channels) unsubscribe(name, listener);
    },
  };
}

/** What a response has that the real one never had, as paths of fields. Empty lists and absent fields are no difference. */
function compareShape(shape: Shape, real: Shape, path: string): string[] {
  const unknown = shape.types.filter((type) => !real.types.includes(type)).map((type) => `${path} is ${type}`);
  const fields = Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
    const same = real.fields?.[name];
    return same ? compareShape(field, same, `${path}.${name}`) : real.fields ? [`${path}.${name} is unknown`] : [];
  });
  return [...unknown, ...fields, ...(shape.items && real.items ? compareShape(shape.items, real.items, `${path}[]`) : [])];
}

/** What responses have that those of the real cloud never had. Requests that were only sent here are left out. */
export const compareShapes = (shapes: Shapes, real: Shapes): string[] =>
  Object.entries(shapes).flatMap(([name, shape]) => {
    const same = real[name];
    return same ? compareShape(shape, same, name) : [];
  });

/** Null: none were recorded yet. */
export const readShapes = (): Shapes | null => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : null);
/** Adds the shapes of a run to those of earlier ones. */
export function storeShapes(shapes: Shapes): void {
  const all = readShapes() ?? {};
  for (const [name, shape] of Object.entries(shapes)) all[name] = all[name] ? merge(all[name], shape) : shape;
  const sorted = Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted)}\n`);
}
