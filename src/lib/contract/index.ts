import { auth } from './auth.ts';
import { cache } from './cache.ts';
import { cluster } from './cluster.ts';
import { cnameSetup } from './cnameSetup.ts';
import { contact } from './contact.ts';
import { customPage } from './customPage.ts';
import { ddos } from './ddos.ts';
import { dedicatedIp } from './dedicatedIp.ts';
import { dns } from './dns.ts';
import { dnsSetting } from './dnsSetting.ts';
import { domain } from './domain.ts';
import { firewall } from './firewall.ts';
import { firewallGroup } from './firewallGroup.ts';
import { https } from './https.ts';
import { log } from './log.ts';
import { logForward } from './logForward.ts';
import { notification } from './notification.ts';
import { ns } from './ns.ts';
import { optimization } from './optimization.ts';
import { path } from './path.ts';
import { plan } from './plan.ts';
import { provider } from './provider.ts';
import { rateLimit } from './rateLimit.ts';
import { server } from './server.ts';
import { ssl } from './ssl.ts';
import { task } from './task.ts';
import { trace } from './trace.ts';
import { translation } from './translation.ts';
import { twoFactor } from './twoFactor.ts';
import { waf } from './waf.ts';
import { wallet } from './wallet.ts';
import { zone } from './zone.ts';

/** Every call that the portal makes. */
export const contract = {
  auth,
  cache,
  cluster,
  cnameSetup,
  contact,
  customPage,
  ddos,
  dedicatedIp,
  dns,
  dnsSetting,
  domain,
  https,
  firewall,
  firewallGroup,
  log,
  logForward,
  notification,
  ns,
  optimization,
  plan,
  path,
  provider,
  rateLimit,
  server,
  ssl,
  task,
  trace,
  translation,
  twoFactor,
  waf,
  wallet,
  zone,
};
export type Contract = typeof contract;
