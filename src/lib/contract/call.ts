import { z } from 'zod';
import { key } from '../i18n/key.ts';
import type { TKey } from '../i18n/keys.ts';

/** Areas an API key can be limited to (spec.md section 3, "API key or token"). */
export const areas = [
  'globalConfigs',
  'clustering',
  'caching',
  'https',
  'pageRules',
  'acceleration',
  'firewall',
  'waf',
  'dns',
  'ddos',
  'rateLimit',
  'customPages',
  'reports',
  'servers',
  'volumes',
  'snapshots',
  'sshKeys',
  'firewalls',
] as const;
export type Area = (typeof areas)[number];

/**
 * The second token that a call with `issuesToken` may answer, as `deviceToken`: it makes a browser one that its customer trusts. The
 * adapter seals it in a cookie too, and hands it over in this header at sign-in.
 */
export const DEVICE_HEADER = 'x-device-token';

export type Access = 'public' | 'session';

/** One API call, declared once. The client, the provider, forms, query keys, the change log and OpenAPI are derived from it. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> {
  method: 'GET' | 'POST';
  /** `multipart` carries one `file` part beside the fields of `input`. */
  body: 'none' | 'json' | 'multipart';
  path: `/${string}`;
  summary: string;
  input: I;
  output: O;
  /** `public`: anyone. `session`: a signed-in customer. An `area` lets an API key with that flag call it too. */
  access: A;
  area: Area | null;
  /** Snackbar after success; `false` keeps it silent. Reads are silent. */
  success: TKey | false;
  /** Refusals that the handler may answer with, beyond validation and the general catalogue (spec.md section 8). */
  errors: readonly TKey[];
  /** Groups whose cached reads go stale after this write. Its own group always does. */
  touches: readonly string[];
  /** The answer's `token` stays in the adapter, which seals it in the session cookie (design.md section 2). */
  issuesToken: boolean;
  /** Moves money: takes an `Idempotency-Key`. */
  money: boolean;
  /** Changes state, so it writes an entry in the change log. */
  changes: boolean;
  /** Input that works on the demo data; it stands in OpenAPI and a test sends it. */
  example: z.input<I>;
  /** A stream of server-sent events has no answer but these, by name; null for every other call. */
  events: Readonly<Record<string, z.ZodType>> | null;
}

type Options = Partial<Pick<Call, 'area' | 'success' | 'errors' | 'touches' | 'issuesToken' | 'money' | 'changes'>>;
type BareSpec<O extends z.ZodType, A extends Access> = Pick<Call<z.ZodType, O>, 'summary' | 'output'> & Options & { access?: A };
type Spec<I extends z.ZodType, O extends z.ZodType, A extends Access> = BareSpec<O, A> & { input: I; example: z.input<I> };

const nothing = z.object({});
type Nothing = typeof nothing;

function define(method: Call['method'], body: Call['body']) {
  function make<I extends z.ZodType, O extends z.ZodType, A extends Access = 'session'>(
    path: `/${string}`,
    spec: Spec<I, O, A>,
  ): Call<I, O, NoInfer<A>>;
  function make<O extends z.ZodType, A extends Access = 'session'>(path: `/${string}`, spec: BareSpec<O, A>): Call<Nothing, O, NoInfer<A>>;
  function make(path: `/${string}`, spec: BareSpec<z.ZodType, Access> & { input?: z.ZodType; example?: unknown }): Call {
    return {
      method,
      body,
      path,
      access: 'session',
      area: null,
      success: method === 'POST' ? key('common:done') : false,
      errors: [],
      touches: [],
      issuesToken: false,
      money: false,
      changes: method === 'POST',
      events: null,
      ...spec,
      input: spec.input ?? nothing,
      example: spec.example ?? {},
    };
  }
  return make;
}

export const get = define('GET', 'none');
export const post = define('POST', 'json');
export const upload = define('POST', 'multipart');

/** What a handler of a stream returns: the bytes of `text/event-stream`, until the reader leaves or the stream ends. */
const EventBytes = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream);

type StreamSpec<I extends z.ZodType> = Pick<Call<I>, 'summary' | 'input' | 'example'> & { events: Record<string, z.ZodType> };

/** A stream of server-sent events (HTML, section 9.2). It is read with `EventSource`, never with `send`. */
export const stream = <I extends z.ZodType>(path: `/${string}`, { events, ...spec }: StreamSpec<I>) => ({
  ...get(path, { ...spec, output: EventBytes }),
  events,
});

// biome-ignore lint/suspicious/noExplicitAny: variance, any pair of schemas is a call
export type AnyCall = Call<any, any, Access>;
export type Group = Record<string, AnyCall>;
export type NamedCall = AnyCall & { id: readonly [group: string, name: string] };

/** What the browser knows of a call: `scripts/lib/calls-view.mjs` leaves the rest, and zod with it, out of its scripts. */
export const browserFacts = ['id', 'method', 'body', 'path', 'access', 'success', 'touches', 'money'] as const;
type BrowserFact = (typeof browserFacts)[number];
/** Code of `lib/api` reads a call through this type, so that it can't come to need what is not there. */
export type BrowserCall = Pick<NamedCall, BrowserFact>;

/** Stamps every call with its group and name, which become query key, permission name and operationId. */
export function group<const N extends string, G extends Group>(name: N, calls: G) {
  return Object.fromEntries(Object.entries(calls).map(([call, spec]) => [call, { ...spec, id: [name, call] as const }])) as {
    [K in keyof G]: G[K] & { id: readonly [N, K & string] };
  };
}

export type Input<C extends AnyCall> = z.input<C['input']>;
export type Output<C extends AnyCall> = z.output<C['output']>;
