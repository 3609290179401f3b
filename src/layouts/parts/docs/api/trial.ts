import type { NamedCall } from '../../../../lib/contract/call.ts';

/** The data of a call for "Try it", embedded in the page as JSON. */
export interface Trial {
  method: NamedCall['method'];
  path: string;
  body: NamedCall['body'];
  example: unknown;
  needsSession: boolean;
  changes: boolean;
  money: boolean;
  /** Why it can't be tried: it would replace the reader's session, or never end. */
  not: 'token' | 'stream' | null;
}

export const buildTrial = ({ method, path, body, example, access, changes, money, issuesToken, events }: NamedCall): Trial => ({
  method,
  path,
  body,
  example,
  needsSession: access === 'session',
  changes,
  money,
  not: issuesToken ? 'token' : events ? 'stream' : null,
});
