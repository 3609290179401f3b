import type { NamedCall } from '../lib/contract/call.ts';
import { type Contract, contract } from '../lib/contract/index.ts';
import { authHandlers } from './auth/auth.ts';
import { dnsHandlers } from './dns/dns.ts';
import { domainHandlers } from './domain/domain.ts';
import type { Ctx, Handlers, UploadedFile } from './implement.ts';
import { providerHandlers } from './provider/provider.ts';
import { serverHandlers } from './server/server.ts';
import { translationHandlers } from './translation/translation.ts';
import { walletHandlers } from './wallet/wallet.ts';
import { zoneHandlers } from './zone/zone.ts';

/** A call of the contract that nobody answers does not compile. */
const handlers: { [G in keyof Contract]: Handlers<Contract[G]> } = {
  auth: authHandlers,
  dns: dnsHandlers,
  domain: domainHandlers,
  provider: providerHandlers,
  server: serverHandlers,
  translation: translationHandlers,
  wallet: walletHandlers,
  zone: zoneHandlers,
};

export interface Route {
  call: NamedCall;
  handler: (ctx: Ctx, input: unknown, upload: UploadedFile | null) => unknown;
}

/** `GET /domain/list` → call and handler. A fixed table: no address is ever built from a path. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, NamedCall>).map(([name, call]) => {
      // The types above have matched each call with its handler; a map of all of them forgets that.
      const handler = (handlers[group as keyof Contract] as unknown as Record<string, Route['handler']>)[name]!;
      return [`${call.method} ${call.path}`, { call, handler }] as const;
    }),
  ),
);
