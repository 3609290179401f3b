import 'i18next';
import type auth from '../../content/i18n/en/auth.json';
import type cache from '../../content/i18n/en/cache.json';
import type cluster from '../../content/i18n/en/cluster.json';
import type cnameSetup from '../../content/i18n/en/cnameSetup.json';
import type common from '../../content/i18n/en/common.json';
import type contact from '../../content/i18n/en/contact.json';
import type customPage from '../../content/i18n/en/customPage.json';
import type ddos from '../../content/i18n/en/ddos.json';
import type dedicatedIp from '../../content/i18n/en/dedicatedIp.json';
import type deploy from '../../content/i18n/en/deploy.json';
import type dns from '../../content/i18n/en/dns.json';
import type dnsMail from '../../content/i18n/en/dnsMail.json';
import type dnsSetting from '../../content/i18n/en/dnsSetting.json';
import type docs from '../../content/i18n/en/docs.json';
import type domain from '../../content/i18n/en/domain.json';
import type edge from '../../content/i18n/en/edge.json';
import type error from '../../content/i18n/en/error.json';
import type firewall from '../../content/i18n/en/firewall.json';
import type firewallGroup from '../../content/i18n/en/firewallGroup.json';
import type https from '../../content/i18n/en/https.json';
import type log from '../../content/i18n/en/log.json';
import type logForward from '../../content/i18n/en/logForward.json';
import type mail from '../../content/i18n/en/mail.json';
import type notification from '../../content/i18n/en/notification.json';
import type ns from '../../content/i18n/en/ns.json';
import type optimization from '../../content/i18n/en/optimization.json';
import type overview from '../../content/i18n/en/overview.json';
import type path from '../../content/i18n/en/path.json';
import type plan from '../../content/i18n/en/plan.json';
import type rateLimit from '../../content/i18n/en/rateLimit.json';
import type rules from '../../content/i18n/en/rules.json';
import type setup from '../../content/i18n/en/setup.json';
import type shell from '../../content/i18n/en/shell.json';
import type site from '../../content/i18n/en/site.json';
import type ssl from '../../content/i18n/en/ssl.json';
import type status from '../../content/i18n/en/status.json';
import type task from '../../content/i18n/en/task.json';
import type trace from '../../content/i18n/en/trace.json';
import type waf from '../../content/i18n/en/waf.json';
import type zone from '../../content/i18n/en/zone.json';

/** English is the source language: its files define every key that the code may use. One file per feature. */
export interface Resources {
  auth: typeof auth;
  cache: typeof cache;
  cluster: typeof cluster;
  cnameSetup: typeof cnameSetup;
  common: typeof common;
  contact: typeof contact;
  customPage: typeof customPage;
  ddos: typeof ddos;
  dedicatedIp: typeof dedicatedIp;
  deploy: typeof deploy;
  dns: typeof dns;
  dnsMail: typeof dnsMail;
  dnsSetting: typeof dnsSetting;
  docs: typeof docs;
  domain: typeof domain;
  edge: typeof edge;
  error: typeof error;
  https: typeof https;
  firewall: typeof firewall;
  firewallGroup: typeof firewallGroup;
  log: typeof log;
  logForward: typeof logForward;
  mail: typeof mail;
  notification: typeof notification;
  ns: typeof ns;
  optimization: typeof optimization;
  overview: typeof overview;
  path: typeof path;
  plan: typeof plan;
  rateLimit: typeof rateLimit;
  rules: typeof rules;
  setup: typeof setup;
  shell: typeof shell;
  site: typeof site;
  ssl: typeof ssl;
  status: typeof status;
  task: typeof task;
  waf: typeof waf;
  trace: typeof trace;
  zone: typeof zone;
}
export type Namespace = keyof Resources & string;

/** `things_one` and `things_other` are one key, `things`: the plural form is chosen from `count` (CLDR plural rules). */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;
type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${WithoutPlural<K>}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** `namespace:path.to.text`, as in `dns:error.doubleDot`. A key that English lacks does not compile. */
export type TKey = { [N in Namespace]: `${N}:${Leaves<Resources[N]>}` }[Namespace];
export type TParams = Record<string, string | number>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
