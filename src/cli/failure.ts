/** What the exit codes mean; documented in `nasim help exit-codes` and in the guide. */
export const exits = {
  done: 0,
  refused: 1,
  usage: 2,
  noRight: 3,
  notFound: 4,
  conflict: 5,
  limited: 6,
  unavailable: 7,
  failed: 8,
  differs: 10,
} as const;
type Exit = (typeof exits)[keyof typeof exits];

/** The body of a refusal (`Error` in the API description). */
export interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string>;
  errors?: { list: string; index: number; field: string; message: string }[];
  retryAfter?: number;
  requestId?: string;
}

/** Ends the program with a message on stderr and an exit code. */
export class Failure extends Error {
  readonly exit: Exit;
  /** The response of the server, if it refused. */
  readonly refused: Refused | null;
  constructor(exit: Exit, message: string, refused: Refused | null = null) {
    super(message);
    this.exit = exit;
    this.refused = refused;
  }
}

export const usage = (message: string): Failure => new Failure(exits.usage, message);

/** Refusals with status 409 that are about the key and not about the state of anything. */
const noRight: ReadonlySet<string> = new Set([
  'apiKey:error.area',
  'apiKey:error.readOnly',
  'apiKey:error.limited',
  'apiKey:error.limitedServers',
  'apiKey:error.ip',
  'allowedIp:error.blocked',
  'domain:error.keyPlan',
  'error:sessionOnly',
  'error:role',
  'error:otherAccount',
  'team:error.ownOnly',
]);

/** The exit code for a response. */
export function exitOf(status: number, code: string): Exit {
  if (status === 401 || status === 403 || noRight.has(code)) return exits.noRight;
  if (status === 404) return exits.notFound;
  if (status === 409) return exits.conflict;
  if (status === 429) return exits.limited;
  return status === 408 || status === 502 || status === 503 || status === 504 ? exits.unavailable : exits.refused;
}
