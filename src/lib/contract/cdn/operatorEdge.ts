import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { continents, edgeHealths, edgeModes } from '../../rules/cdn/edge/fleet.ts';
import { readCountry } from '../../rules/core/countries.ts';
import { parseAddress } from '../../rules/core/network.ts';
import { get, group, post } from '../call.ts';
import { Id, Time } from '../fields.ts';

const name = z.string().trim().min(1, key('error:required')).max(60, key('error:tooLong'));
const Address = z
  .string()
  .trim()
  .toLowerCase()
  .max(45, key('operatorEdge:error.address'))
  .refine((text) => parseAddress(text) !== null, key('operatorEdge:error.address'));
const version = z.int().describe('The version that you last read.');

/** What operators say of an edge. */
export const EdgeForm = z.object({
  name: name.describe('For operators.'),
  placeId: Id.nullable().describe('Null: no place; visitors from everywhere get it.'),
  addresses: z
    .array(Address)
    .max(8, key('operatorEdge:error.addresses'))
    .describe('IP addresses that visitors reach it by. Empty: DNS never answers with it.'),
});
export const PlaceForm = z.object({
  name,
  continent: z.enum(continents),
  country: z
    .string()
    .refine((code) => readCountry(code) === code, key('error:invalid'))
    .nullable()
    .describe('Null: for the whole continent.'),
  capacity: z
    .int(key('operatorEdge:error.capacity'))
    .min(1, key('operatorEdge:error.capacity'))
    .max(100_000_000, key('operatorEdge:error.capacity'))
    .nullable()
    .describe('Requests a second that its edges can take together. Null: unlimited.'),
});

export const OperatorEdge = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe('Null: an edge with the shared key that nobody has named.'),
    hostname: z.string().describe('Where it listens, as it reports it; empty: it hasn’t joined yet.'),
    placeId: z.string().nullable(),
    addresses: z.array(z.string()),
    mode: z.enum(edgeModes),
    health: z.enum(edgeHealths),
    inDns: z.boolean().describe('Whether DNS answers with it now.'),
    returnsAt: Time.nullable().describe('When DNS may answer with it again, if it stays healthy; null: nothing is waited for.'),
    release: z.string().nullable().describe('Null: a release that doesn’t report it.'),
    sharedKey: z.boolean().describe('It uses `EDGE_KEY`, which other edges may use as well.'),
    behind: z.int().nullable().describe('Policies that were published since those it serves; null: not known.'),
    refused: z.int().describe('Domains whose newest policy it refused.'),
    lastContactAt: Time.nullable(),
    startedAt: Time.nullable(),
    tokenExpiresAt: Time.nullable().describe('Until when it may join; null: it has joined.'),
    clockOffset: z.int().nullable().describe('Seconds that its clock is ahead of the portal’s, or behind (negative).'),
    diskFailing: z.boolean().describe('Its disk can’t be written: it serves from memory.'),
    load: z
      .object({
        requests: z.number().describe('Requests a second.'),
        cpu: z.number().describe('0 to 1'),
        connections: z.number(),
        maxConnections: z.number(),
        cache: z.number().describe('Used share of the cache in memory and on the disk, 0 to 1.'),
        cacheBytes: z.number(),
      })
      .nullable()
      .describe('Null: not known.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorEdge' });
export type OperatorEdge = z.infer<typeof OperatorEdge>;

export const OperatorPlace = PlaceForm.extend({
  id: z.string(),
  edges: z.int().describe('Number of edges there.'),
  requests: z.number().describe('Requests a second that they get.'),
  isFull: z.boolean().describe('Visitors nearby get edges farther away as well.'),
  version: z.int(),
}).meta({ id: 'OperatorPlace' });
export type OperatorPlace = z.infer<typeof OperatorPlace>;

const steerings = ['nearest', 'all', 'republish', 'none'] as const;
const joining = z.object({
  edgeId: z.string(),
  command: z.string().describe('Starts the edge on its machine. It has a token for one edge, and isn’t shown again.'),
  expiresAt: Time,
});
const conflict = key('error:versionConflict');
const lastEdge = key('operatorEdge:error.last');
const noEdges = key('operatorEdge:error.off');

/** The edges of this installation. For operators alone; everybody else gets a 404. */
export const operatorEdge = group('operatorEdge', null, {
  list: get('/operator/edge/list', {
    summary: 'List the edges and their places (operators only)',
    output: z.object({
      edges: z.array(OperatorEdge),
      places: z.array(OperatorPlace),
      release: z.string().describe('Of this portal.'),
      steering: z
        .enum(steerings)
        .describe(
          'What DNS does with edges that have addresses: `nearest`: visitors get the nearest healthy ones; `all`: visitors get every healthy edge, because the name server has no location database; `republish`: zones are published again when the healthy edges change; `none`: this DNS driver publishes records as they are saved.',
        ),
      fixedAddresses: z.array(z.string()).describe('Of `EDGE_ADDRESSES`, those that no edge has: DNS answers with them whatever happens.'),
    }),
  }),
  add: post('/operator/edge/add', {
    summary: 'Add an edge, and get the command that starts it (operators only)',
    input: EdgeForm,
    output: joining,
    success: false,
    errors: [noEdges, key('operatorEdge:error.duplicate'), key('operatorEdge:error.place')],
    example: { name: 'Frankfurt 1', placeId: null, addresses: ['192.0.2.10'] },
    // Demo data runs without edges.
    exampleStatus: 409,
  }),
  renewToken: post('/operator/edge/token', {
    summary: 'Get a new command for an edge. One that has joined is refused from then on, until it joins again (operators only)',
    input: z.object({ edgeId: Id, version }),
    output: joining,
    success: false,
    errors: [noEdges, conflict],
    example: { edgeId: 'unknown', version: 0 },
    exampleStatus: 404,
  }),
  update: post('/operator/edge/update', {
    idempotent: true,
    summary: 'Change the name, the place or the addresses of an edge (operators only)',
    input: EdgeForm.extend({ edgeId: Id, version }),
    output: z.object({ version: z.int() }),
    success: key('operatorEdge:saved'),
    errors: [conflict, lastEdge, key('operatorEdge:error.duplicate'), key('operatorEdge:error.place')],
    example: { edgeId: 'unknown', name: 'Frankfurt 1', placeId: null, addresses: [], version: 0 },
    exampleStatus: 404,
  }),
  setMode: post('/operator/edge/mode', {
    idempotent: true,
    summary: 'Drain an edge, keep it out of DNS, or use it again (operators only)',
    input: z.object({ edgeId: Id, mode: z.enum(edgeModes), version }),
    output: z.object({ version: z.int() }),
    success: key('operatorEdge:saved'),
    errors: [conflict, lastEdge],
    example: { edgeId: 'unknown', mode: 'drained', version: 0 },
    exampleStatus: 404,
  }),
  remove: post('/operator/edge/remove', {
    idempotent: true,
    summary: 'Remove an edge. Its key is refused from then on (operators only)',
    input: z.object({ edgeId: Id, version }),
    output: z.object({}),
    success: key('operatorEdge:removed'),
    errors: [conflict, lastEdge],
    example: { edgeId: 'unknown', version: 0 },
    exampleStatus: 404,
  }),
  savePlace: post('/operator/edge/place/save', {
    summary: 'Add a place, or change one (operators only)',
    input: PlaceForm.extend({ placeId: Id.nullable().describe('Null: a new one.'), version }),
    output: z.object({ placeId: z.string() }),
    success: key('operatorEdge:placeSaved'),
    errors: [conflict, key('operatorEdge:error.placeName')],
    example: { placeId: null, name: 'Frankfurt', continent: 'EU', country: 'DE', capacity: 20_000, version: 0 },
  }),
  removePlace: post('/operator/edge/place/remove', {
    idempotent: true,
    summary: 'Remove a place that has no edges (operators only)',
    input: z.object({ placeId: Id, version }),
    output: z.object({}),
    success: key('operatorEdge:placeRemoved'),
    errors: [conflict, key('operatorEdge:error.placeUsed')],
    example: { placeId: 'unknown', version: 0 },
    exampleStatus: 404,
  }),
});
