import type { Language } from './contract.js';

/** Who calls. */
export interface Session {
  userId: string;
}

/** A request, for handlers. `session` is null only in calls that need none. */
export interface Context {
  session: Session | null;
  language: Language;
  /** Of the client, as the portal sends it. */
  ip: string;
  requestId: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The file of an upload. */
  file: File | null;
  /** Calls that move money: the same key has the same effect once, and the same response. */
  idempotencyKey: string | null;
}

/** A file to save. */
export interface FileAnswer {
  body: ReadableStream<Uint8Array>;
  name: string;
  /** Media type. */
  type: string;
  /** Bytes. */
  size: number;
}

export type Handler<Input, Output> = (input: Input, context: Context) => Output | Promise<Output>;

/** A handler that isn't written yet: the call is answered with 501 and `error:notImplemented`, whoever calls. */
export const notImplemented = (): never => {
  throw new Error('not implemented');
};

/** Refuses a call. The status is 402 for a plan or the balance, 404 for what isn't the caller's, 409 for a state, 422 for a value. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string | number>;
  /** Codes by field, for a form. */
  readonly fields: Record<string, string>;
  constructor(
    status: 402 | 404 | 409 | 422 | 429,
    code: string,
    params: Record<string, string | number> = {},
    fields: Record<string, string> = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}
