import type { NamedCall } from '../lib/contract/call.ts';
import { type Contract, contract } from '../lib/contract/index.ts';
import { authHandlers } from './auth/auth.ts';
import { twoFactorHandlers } from './auth/twoFactor.ts';
import { cacheHandlers } from './cache/cache.ts';
import { clusterHandlers } from './cluster/cluster.ts';
import { cnameSetupHandlers } from './cnameSetup/cnameSetup.ts';
import { contactHandlers } from './contact/contact.ts';
import { customPageHandlers } from './customPage/customPage.ts';
import { ddosHandlers } from './ddos/ddos.ts';
import { dedicatedIpHandlers } from './dedicatedIp/dedicatedIp.ts';
import { dnsHandlers } from './dns/dns.ts';
import { dnsSettingHandlers } from './dnsSetting/dnsSetting.ts';
import { domainHandlers } from './domain/domain.ts';
import { firewallHandlers } from './firewall/firewall.ts';
import { firewallGroupHandlers } from './firewallGroup/firewallGroup.ts';
import { httpsHandlers } from './https/https.ts';
import type { Ctx, Handlers, UploadedFile } from './implement.ts';
import { logHandlers } from './log/log.ts';
import { logForwardHandlers } from './logForward/logForward.ts';
import { notificationHandlers } from './notification/notification.ts';
import { nsHandlers } from './ns/ns.ts';
import { optimizationHandlers } from './optimization/optimization.ts';
import { pathHandlers } from './path/path.ts';
import { planHandlers } from './plan/plan.ts';
import { providerHandlers } from './provider/provider.ts';
import { rateLimitHandlers } from './rateLimit/rateLimit.ts';
import { serverHandlers } from './server/server.ts';
import { sslHandlers } from './ssl/ssl.ts';
import { taskHandlers } from './task/task.ts';
import { traceHandlers } from './trace/trace.ts';
import { translationHandlers } from './translation/translation.ts';
import { wafHandlers } from './waf/waf.ts';
import { walletHandlers } from './wallet/wallet.ts';
import { zoneHandlers } from './zone/zone.ts';

/** A call of the contract that nobody answers does not compile. */
const handlers: { [G in keyof Contract]: Handlers<Contract[G]> } = {
  auth: authHandlers,
  cache: cacheHandlers,
  cluster: clusterHandlers,
  cnameSetup: cnameSetupHandlers,
  contact: contactHandlers,
  customPage: customPageHandlers,
  ddos: ddosHandlers,
  dedicatedIp: dedicatedIpHandlers,
  dns: dnsHandlers,
  dnsSetting: dnsSettingHandlers,
  domain: domainHandlers,
  https: httpsHandlers,
  firewall: firewallHandlers,
  firewallGroup: firewallGroupHandlers,
  log: logHandlers,
  logForward: logForwardHandlers,
  notification: notificationHandlers,
  ns: nsHandlers,
  optimization: optimizationHandlers,
  plan: planHandlers,
  path: pathHandlers,
  provider: providerHandlers,
  rateLimit: rateLimitHandlers,
  server: serverHandlers,
  ssl: sslHandlers,
  task: taskHandlers,
  trace: traceHandlers,
  translation: translationHandlers,
  twoFactor: twoFactorHandlers,
  waf: wafHandlers,
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
