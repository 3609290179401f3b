import type { NamedCall } from '../lib/contract/call.ts';
import { type Contract, contract } from '../lib/contract/index.ts';
import { account } from './account/index.ts';
import { cdn } from './cdn/index.ts';
import { cloud } from './cloud/index.ts';
import type { CallCtx, Handlers, UploadedFile } from './core/implement.ts';
import { core } from './core/index.ts';
import { finance } from './finance/index.ts';
import { operator } from './operator/index.ts';
import { support } from './support/index.ts';

/** A contract call without a handler doesn't compile. */
const handlers: { [G in keyof Contract]: Handlers<Contract[G]> } = {
  ...account.handlers,
  ...cdn.handlers,
  ...cloud.handlers,
  ...core.handlers,
  ...finance.handlers,
  ...operator.handlers,
  ...support.handlers,
};

export interface Route {
  call: NamedCall;
  handler: (ctx: CallCtx, input: unknown, upload: UploadedFile | null) => unknown;
}

/** `GET /domain/list` → call and handler. A fixed table: paths are never used to build a URL. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, NamedCall>).map(([name, call]) => {
      // The types above have matched each call with its handler; a map of all of them loses this.
      const handler = (handlers[group as keyof Contract] as unknown as Record<string, Route['handler']>)[name]!;
      return [`${call.method} ${call.path}`, { call, handler }] as const;
    }),
  ),
);

const byId = new Map([...routes.values()].map((route) => [route.call.id.join('.'), route]));

/** A route by the ID of its call, as in `dns.create`. */
export const routeOf = (id: string): Route | undefined => byId.get(id);
