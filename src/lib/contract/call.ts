import { z } from 'zod';
import { key } from '../i18n/key.ts';
import type { TKey } from '../i18n/keys.ts';
import type { LiveTopic } from './core/task.ts';

/** Areas an API key can be limited to (docs/product.md, Accounts). */
export const areas = [
  'domains',
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
  'finance',
  'tickets',
] as const;
export type Area = (typeof areas)[number];

/**
 * The second token that a call with `issuesToken` may return, as `deviceToken`: it marks a browser as trusted. The adapter seals it
 * in a cookie as well, and sends it in this header at sign-in.
 */
export const DEVICE_HEADER = 'x-device-token';

/**
 * The third one, `browserToken`: it says who has signed in with a browser before, so that strangers' failed attempts don't count
 * against it. Sealed in a cookie as well, and sent in this header with every call of the sign-in pages.
 */
export const BROWSER_HEADER = 'x-browser-token';

export type Access = 'public' | 'session';

/** One API call, declared once. The client, the provider, forms, query keys, the change log and OpenAPI are derived from it. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> {
  method: 'GET' | 'POST';
  /** `multipart` carries one `file` part in addition to the fields of `input`. */
  body: 'none' | 'json' | 'multipart';
  path: `/${string}`;
  summary: string;
  input: I;
  output: O;
  /** `public`: anyone. `session`: a signed-in customer. With `area`, an API key that has that permission may call it too; with `everyKey`, any key. */
  access: A;
  area: Area | null;
  /** Any API key may call it, whatever its areas, because it is about the key itself. */
  everyKey: boolean;
  /** Snackbar after success; `false` shows none. Reads show none. */
  success: TKey | false;
  /** Refusals that the handler may return, in addition to validation and the general catalogue (docs/product.md, Calls and errors). */
  errors: readonly TKey[];
  /** Groups whose cached reads become stale after this write. Its own group always does. */
  touches: readonly string[];
  /** The response's `token` stays in the adapter, which seals it in the session cookie. */
  issuesToken: boolean;
  /** Moves money: requires an `Idempotency-Key`. */
  money: boolean;
  /** Changes state, so it writes an entry in the change log. */
  changes: boolean;
  /**
   * Safe as in RFC 9110, section 9.2.1: it stores nothing of the account and reaches nobody else, so reading is enough for it. GET calls
   * are, unless they show what needs the right to change; a POST that only computes says so.
   */
  safe: boolean;
  /**
   * Idempotent as in RFC 9110, section 9.2.2: sent twice, it has the effect of once, so it may be sent again when no response came. GET calls
   * are; a POST that sets a value says so. One that creates may have been executed without a response.
   */
  idempotent: boolean;
  /** Input that works on the demo data: the example in OpenAPI, and a test sends it. */
  example: z.input<I>;
  /** The status of the response to the example: not 200 where the demo data lacks what it is about, or where it needs a code or a signature. */
  exampleStatus: number;
  /** Returns a file to save instead of JSON. */
  downloads: boolean;
  /** Bytes of a JSON body, or of the file. */
  bodyLimit: number;
  /** The events of a stream by name (server-sent events); null for every other call. */
  events: Readonly<Record<string, z.ZodType>> | null;
}

type Options = Partial<
  Pick<
    Call,
    | 'area'
    | 'everyKey'
    | 'success'
    | 'errors'
    | 'touches'
    | 'issuesToken'
    | 'money'
    | 'changes'
    | 'safe'
    | 'idempotent'
    | 'exampleStatus'
    | 'bodyLimit'
  >
>;
type BareSpec<O extends z.ZodType, A extends Access> = Pick<Call<z.ZodType, O>, 'summary' | 'output'> & Options & { access?: A };
type Spec<I extends z.ZodType, O extends z.ZodType, A extends Access> = BareSpec<O, A> & { input: I; example: z.input<I> };

const KB = 1024;
/**
 * Without a session little may be sent: it is read before anything is known about the caller. `file` is the published
 * `facts.upload`, which isn't imported: this module is in the script of zod, and pages without forms need the facts.
 */
export const bodyLimits = { public: 16 * KB, json: 1024 * KB, file: 30 * 1024 * KB } as const;
/** A limit as people read it: `16 KB`, `1 MB`. */
export const limitText = (bytes: number): string => (bytes < 1024 * KB ? `${bytes / KB} KB` : `${bytes / KB / KB} MB`);

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
      everyKey: false,
      success: method === 'POST' ? key('common:done') : false,
      errors: [],
      touches: [],
      issuesToken: false,
      money: false,
      changes: method === 'POST',
      safe: method === 'GET',
      idempotent: method === 'GET',
      exampleStatus: 200,
      downloads: false,
      events: null,
      bodyLimit: body === 'multipart' ? bodyLimits.file : spec.access === 'public' ? bodyLimits.public : bodyLimits.json,
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

/** What a stream handler returns: the bytes of `text/event-stream`, until the client disconnects or the stream ends. */
const EventBytes = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream);

type FileSpec<I extends z.ZodType> = Pick<Call<I>, 'summary' | 'input' | 'example'> & Partial<Pick<Call, 'exampleStatus'>>;
type StreamSpec<I extends z.ZodType> = FileSpec<I> & { events: Record<string, z.ZodType> };

/** A stream of server-sent events (HTML, section 9.2). Read it with `EventSource`, never with `send`. */
export const stream = <I extends z.ZodType>(path: `/${string}`, { events, ...spec }: StreamSpec<I>) => ({
  ...get(path, { ...spec, output: EventBytes }),
  events,
});

/** What a handler of a download returns. */
export interface FileAnswer {
  body: ReadableStream<Uint8Array>;
  name: string;
  /** Media type. */
  type: string;
  /** Bytes. */
  size: number;
}
const FileBytes = z.custom<FileAnswer>((value) => typeof value === 'object' && value !== null && 'body' in value);

/** A file to save. A page links to it with `urlOf`; `send` can't read it. */
export const download = <I extends z.ZodType>(path: `/${string}`, spec: FileSpec<I>) => ({
  ...get(path, { ...spec, output: FileBytes }),
  downloads: true,
});

// biome-ignore lint/suspicious/noExplicitAny: variance, any pair of schemas is a call
export type AnyCall = Call<any, any, Access>;
export type Group = Record<string, AnyCall>;
export type NamedCall = AnyCall & { id: readonly [group: string, name: string]; topic: LiveTopic | null };

/** The parts of a call that the browser needs: `scripts/lib/callsView.mjs` strips the rest, including zod, from its scripts. */
export const browserFacts = [
  'id',
  'method',
  'body',
  'path',
  'access',
  'area',
  'success',
  'touches',
  'money',
  'safe',
  'idempotent',
] as const;
type BrowserFact = (typeof browserFacts)[number];
/** Facts that are false for most calls. The browser's scripts leave out what is false, which is most of their bytes. */
type BrowserFlag = 'money' | 'safe' | 'idempotent' | 'success';
/** `browser/api` reads calls through this type, so that it can't depend on a part that is stripped. */
export type BrowserCall = Omit<Pick<NamedCall, BrowserFact>, BrowserFlag> & Partial<Pick<NamedCall, BrowserFlag>>;

/**
 * Gives every call its group and name, which become the query key, the permission name and the operationId.
 * @param topic the live event that tells open windows that reads of this group are stale; null: no event does
 */
export function group<const N extends string, G extends Group>(name: N, topic: LiveTopic | null, calls: G) {
  return Object.fromEntries(Object.entries(calls).map(([call, spec]) => [call, { ...spec, id: [name, call] as const, topic }])) as {
    [K in keyof G]: G[K] & { id: readonly [N, K & string]; topic: LiveTopic | null };
  };
}

export type Input<C extends AnyCall> = z.input<C['input']>;
export type Output<C extends AnyCall> = z.output<C['output']>;
