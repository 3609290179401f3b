// Every text of every language, for the server: the page inlines what it needs for the browser (design.md section 2).
import arAuth from '../../content/i18n/ar/auth.json' with { type: 'json' };
import arCache from '../../content/i18n/ar/cache.json' with { type: 'json' };
import arCluster from '../../content/i18n/ar/cluster.json' with { type: 'json' };
import arCnameSetup from '../../content/i18n/ar/cnameSetup.json' with { type: 'json' };
import arCommon from '../../content/i18n/ar/common.json' with { type: 'json' };
import arContact from '../../content/i18n/ar/contact.json' with { type: 'json' };
import arCustomPage from '../../content/i18n/ar/customPage.json' with { type: 'json' };
import arDdos from '../../content/i18n/ar/ddos.json' with { type: 'json' };
import arDedicatedIp from '../../content/i18n/ar/dedicatedIp.json' with { type: 'json' };
import arDeploy from '../../content/i18n/ar/deploy.json' with { type: 'json' };
import arDns from '../../content/i18n/ar/dns.json' with { type: 'json' };
import arDnsMail from '../../content/i18n/ar/dnsMail.json' with { type: 'json' };
import arDnsSetting from '../../content/i18n/ar/dnsSetting.json' with { type: 'json' };
import arDocs from '../../content/i18n/ar/docs.json' with { type: 'json' };
import arDomain from '../../content/i18n/ar/domain.json' with { type: 'json' };
import arEdge from '../../content/i18n/ar/edge.json' with { type: 'json' };
import arError from '../../content/i18n/ar/error.json' with { type: 'json' };
import arFirewall from '../../content/i18n/ar/firewall.json' with { type: 'json' };
import arFirewallGroup from '../../content/i18n/ar/firewallGroup.json' with { type: 'json' };
import arHttps from '../../content/i18n/ar/https.json' with { type: 'json' };
import arLog from '../../content/i18n/ar/log.json' with { type: 'json' };
import arLogForward from '../../content/i18n/ar/logForward.json' with { type: 'json' };
import arMail from '../../content/i18n/ar/mail.json' with { type: 'json' };
import arNotification from '../../content/i18n/ar/notification.json' with { type: 'json' };
import arNs from '../../content/i18n/ar/ns.json' with { type: 'json' };
import arOptimization from '../../content/i18n/ar/optimization.json' with { type: 'json' };
import arOverview from '../../content/i18n/ar/overview.json' with { type: 'json' };
import arPath from '../../content/i18n/ar/path.json' with { type: 'json' };
import arPlan from '../../content/i18n/ar/plan.json' with { type: 'json' };
import arRateLimit from '../../content/i18n/ar/rateLimit.json' with { type: 'json' };
import arRules from '../../content/i18n/ar/rules.json' with { type: 'json' };
import arSetup from '../../content/i18n/ar/setup.json' with { type: 'json' };
import arShell from '../../content/i18n/ar/shell.json' with { type: 'json' };
import arSite from '../../content/i18n/ar/site.json' with { type: 'json' };
import arSsl from '../../content/i18n/ar/ssl.json' with { type: 'json' };
import arStatus from '../../content/i18n/ar/status.json' with { type: 'json' };
import arTask from '../../content/i18n/ar/task.json' with { type: 'json' };
import arTrace from '../../content/i18n/ar/trace.json' with { type: 'json' };
import arWaf from '../../content/i18n/ar/waf.json' with { type: 'json' };
import arZone from '../../content/i18n/ar/zone.json' with { type: 'json' };
import enAuth from '../../content/i18n/en/auth.json' with { type: 'json' };
import enCache from '../../content/i18n/en/cache.json' with { type: 'json' };
import enCluster from '../../content/i18n/en/cluster.json' with { type: 'json' };
import enCnameSetup from '../../content/i18n/en/cnameSetup.json' with { type: 'json' };
import enCommon from '../../content/i18n/en/common.json' with { type: 'json' };
import enContact from '../../content/i18n/en/contact.json' with { type: 'json' };
import enCustomPage from '../../content/i18n/en/customPage.json' with { type: 'json' };
import enDdos from '../../content/i18n/en/ddos.json' with { type: 'json' };
import enDedicatedIp from '../../content/i18n/en/dedicatedIp.json' with { type: 'json' };
import enDeploy from '../../content/i18n/en/deploy.json' with { type: 'json' };
import enDns from '../../content/i18n/en/dns.json' with { type: 'json' };
import enDnsMail from '../../content/i18n/en/dnsMail.json' with { type: 'json' };
import enDnsSetting from '../../content/i18n/en/dnsSetting.json' with { type: 'json' };
import enDocs from '../../content/i18n/en/docs.json' with { type: 'json' };
import enDomain from '../../content/i18n/en/domain.json' with { type: 'json' };
import enEdge from '../../content/i18n/en/edge.json' with { type: 'json' };
import enError from '../../content/i18n/en/error.json' with { type: 'json' };
import enFirewall from '../../content/i18n/en/firewall.json' with { type: 'json' };
import enFirewallGroup from '../../content/i18n/en/firewallGroup.json' with { type: 'json' };
import enHttps from '../../content/i18n/en/https.json' with { type: 'json' };
import enLog from '../../content/i18n/en/log.json' with { type: 'json' };
import enLogForward from '../../content/i18n/en/logForward.json' with { type: 'json' };
import enMail from '../../content/i18n/en/mail.json' with { type: 'json' };
import enNotification from '../../content/i18n/en/notification.json' with { type: 'json' };
import enNs from '../../content/i18n/en/ns.json' with { type: 'json' };
import enOptimization from '../../content/i18n/en/optimization.json' with { type: 'json' };
import enOverview from '../../content/i18n/en/overview.json' with { type: 'json' };
import enPath from '../../content/i18n/en/path.json' with { type: 'json' };
import enPlan from '../../content/i18n/en/plan.json' with { type: 'json' };
import enRateLimit from '../../content/i18n/en/rateLimit.json' with { type: 'json' };
import enRules from '../../content/i18n/en/rules.json' with { type: 'json' };
import enSetup from '../../content/i18n/en/setup.json' with { type: 'json' };
import enShell from '../../content/i18n/en/shell.json' with { type: 'json' };
import enSite from '../../content/i18n/en/site.json' with { type: 'json' };
import enSsl from '../../content/i18n/en/ssl.json' with { type: 'json' };
import enStatus from '../../content/i18n/en/status.json' with { type: 'json' };
import enTask from '../../content/i18n/en/task.json' with { type: 'json' };
import enTrace from '../../content/i18n/en/trace.json' with { type: 'json' };
import enWaf from '../../content/i18n/en/waf.json' with { type: 'json' };
import enZone from '../../content/i18n/en/zone.json' with { type: 'json' };
import esAuth from '../../content/i18n/es/auth.json' with { type: 'json' };
import esCache from '../../content/i18n/es/cache.json' with { type: 'json' };
import esCluster from '../../content/i18n/es/cluster.json' with { type: 'json' };
import esCnameSetup from '../../content/i18n/es/cnameSetup.json' with { type: 'json' };
import esCommon from '../../content/i18n/es/common.json' with { type: 'json' };
import esContact from '../../content/i18n/es/contact.json' with { type: 'json' };
import esCustomPage from '../../content/i18n/es/customPage.json' with { type: 'json' };
import esDdos from '../../content/i18n/es/ddos.json' with { type: 'json' };
import esDedicatedIp from '../../content/i18n/es/dedicatedIp.json' with { type: 'json' };
import esDeploy from '../../content/i18n/es/deploy.json' with { type: 'json' };
import esDns from '../../content/i18n/es/dns.json' with { type: 'json' };
import esDnsMail from '../../content/i18n/es/dnsMail.json' with { type: 'json' };
import esDnsSetting from '../../content/i18n/es/dnsSetting.json' with { type: 'json' };
import esDocs from '../../content/i18n/es/docs.json' with { type: 'json' };
import esDomain from '../../content/i18n/es/domain.json' with { type: 'json' };
import esEdge from '../../content/i18n/es/edge.json' with { type: 'json' };
import esError from '../../content/i18n/es/error.json' with { type: 'json' };
import esFirewall from '../../content/i18n/es/firewall.json' with { type: 'json' };
import esFirewallGroup from '../../content/i18n/es/firewallGroup.json' with { type: 'json' };
import esHttps from '../../content/i18n/es/https.json' with { type: 'json' };
import esLog from '../../content/i18n/es/log.json' with { type: 'json' };
import esLogForward from '../../content/i18n/es/logForward.json' with { type: 'json' };
import esMail from '../../content/i18n/es/mail.json' with { type: 'json' };
import esNotification from '../../content/i18n/es/notification.json' with { type: 'json' };
import esNs from '../../content/i18n/es/ns.json' with { type: 'json' };
import esOptimization from '../../content/i18n/es/optimization.json' with { type: 'json' };
import esOverview from '../../content/i18n/es/overview.json' with { type: 'json' };
import esPath from '../../content/i18n/es/path.json' with { type: 'json' };
import esPlan from '../../content/i18n/es/plan.json' with { type: 'json' };
import esRateLimit from '../../content/i18n/es/rateLimit.json' with { type: 'json' };
import esRules from '../../content/i18n/es/rules.json' with { type: 'json' };
import esSetup from '../../content/i18n/es/setup.json' with { type: 'json' };
import esShell from '../../content/i18n/es/shell.json' with { type: 'json' };
import esSite from '../../content/i18n/es/site.json' with { type: 'json' };
import esSsl from '../../content/i18n/es/ssl.json' with { type: 'json' };
import esStatus from '../../content/i18n/es/status.json' with { type: 'json' };
import esTask from '../../content/i18n/es/task.json' with { type: 'json' };
import esTrace from '../../content/i18n/es/trace.json' with { type: 'json' };
import esWaf from '../../content/i18n/es/waf.json' with { type: 'json' };
import esZone from '../../content/i18n/es/zone.json' with { type: 'json' };
import faAuth from '../../content/i18n/fa/auth.json' with { type: 'json' };
import faCache from '../../content/i18n/fa/cache.json' with { type: 'json' };
import faCluster from '../../content/i18n/fa/cluster.json' with { type: 'json' };
import faCnameSetup from '../../content/i18n/fa/cnameSetup.json' with { type: 'json' };
import faCommon from '../../content/i18n/fa/common.json' with { type: 'json' };
import faContact from '../../content/i18n/fa/contact.json' with { type: 'json' };
import faCustomPage from '../../content/i18n/fa/customPage.json' with { type: 'json' };
import faDdos from '../../content/i18n/fa/ddos.json' with { type: 'json' };
import faDedicatedIp from '../../content/i18n/fa/dedicatedIp.json' with { type: 'json' };
import faDeploy from '../../content/i18n/fa/deploy.json' with { type: 'json' };
import faDns from '../../content/i18n/fa/dns.json' with { type: 'json' };
import faDnsMail from '../../content/i18n/fa/dnsMail.json' with { type: 'json' };
import faDnsSetting from '../../content/i18n/fa/dnsSetting.json' with { type: 'json' };
import faDocs from '../../content/i18n/fa/docs.json' with { type: 'json' };
import faDomain from '../../content/i18n/fa/domain.json' with { type: 'json' };
import faEdge from '../../content/i18n/fa/edge.json' with { type: 'json' };
import faError from '../../content/i18n/fa/error.json' with { type: 'json' };
import faFirewall from '../../content/i18n/fa/firewall.json' with { type: 'json' };
import faFirewallGroup from '../../content/i18n/fa/firewallGroup.json' with { type: 'json' };
import faHttps from '../../content/i18n/fa/https.json' with { type: 'json' };
import faLog from '../../content/i18n/fa/log.json' with { type: 'json' };
import faLogForward from '../../content/i18n/fa/logForward.json' with { type: 'json' };
import faMail from '../../content/i18n/fa/mail.json' with { type: 'json' };
import faNotification from '../../content/i18n/fa/notification.json' with { type: 'json' };
import faNs from '../../content/i18n/fa/ns.json' with { type: 'json' };
import faOptimization from '../../content/i18n/fa/optimization.json' with { type: 'json' };
import faOverview from '../../content/i18n/fa/overview.json' with { type: 'json' };
import faPath from '../../content/i18n/fa/path.json' with { type: 'json' };
import faPlan from '../../content/i18n/fa/plan.json' with { type: 'json' };
import faRateLimit from '../../content/i18n/fa/rateLimit.json' with { type: 'json' };
import faRules from '../../content/i18n/fa/rules.json' with { type: 'json' };
import faSetup from '../../content/i18n/fa/setup.json' with { type: 'json' };
import faShell from '../../content/i18n/fa/shell.json' with { type: 'json' };
import faSite from '../../content/i18n/fa/site.json' with { type: 'json' };
import faSsl from '../../content/i18n/fa/ssl.json' with { type: 'json' };
import faStatus from '../../content/i18n/fa/status.json' with { type: 'json' };
import faTask from '../../content/i18n/fa/task.json' with { type: 'json' };
import faTrace from '../../content/i18n/fa/trace.json' with { type: 'json' };
import faWaf from '../../content/i18n/fa/waf.json' with { type: 'json' };
import faZone from '../../content/i18n/fa/zone.json' with { type: 'json' };
import type { Namespace } from './keys.ts';
import type { Locale } from './locales.ts';

/** A nested object of texts, as the files of `src/content/i18n` hold them. */
export interface TextTree {
  [key: string]: string | TextTree;
}
export type Bundle = Record<Namespace, TextTree>;

export const bundles: Record<Locale, Bundle> = {
  en: {
    auth: enAuth,
    cache: enCache,
    cluster: enCluster,
    cnameSetup: enCnameSetup,
    common: enCommon,
    contact: enContact,
    customPage: enCustomPage,
    ddos: enDdos,
    dedicatedIp: enDedicatedIp,
    deploy: enDeploy,
    dns: enDns,
    dnsMail: enDnsMail,
    dnsSetting: enDnsSetting,
    docs: enDocs,
    domain: enDomain,
    edge: enEdge,
    error: enError,
    https: enHttps,
    firewall: enFirewall,
    firewallGroup: enFirewallGroup,
    log: enLog,
    logForward: enLogForward,
    mail: enMail,
    notification: enNotification,
    ns: enNs,
    optimization: enOptimization,
    overview: enOverview,
    path: enPath,
    plan: enPlan,
    rateLimit: enRateLimit,
    rules: enRules,
    setup: enSetup,
    shell: enShell,
    site: enSite,
    ssl: enSsl,
    status: enStatus,
    task: enTask,
    waf: enWaf,
    trace: enTrace,
    zone: enZone,
  },
  fa: {
    auth: faAuth,
    cache: faCache,
    cluster: faCluster,
    cnameSetup: faCnameSetup,
    common: faCommon,
    contact: faContact,
    customPage: faCustomPage,
    ddos: faDdos,
    dedicatedIp: faDedicatedIp,
    deploy: faDeploy,
    dns: faDns,
    dnsMail: faDnsMail,
    dnsSetting: faDnsSetting,
    docs: faDocs,
    domain: faDomain,
    edge: faEdge,
    error: faError,
    https: faHttps,
    firewall: faFirewall,
    firewallGroup: faFirewallGroup,
    log: faLog,
    logForward: faLogForward,
    mail: faMail,
    notification: faNotification,
    ns: faNs,
    optimization: faOptimization,
    overview: faOverview,
    path: faPath,
    plan: faPlan,
    rateLimit: faRateLimit,
    rules: faRules,
    setup: faSetup,
    shell: faShell,
    site: faSite,
    ssl: faSsl,
    status: faStatus,
    task: faTask,
    waf: faWaf,
    trace: faTrace,
    zone: faZone,
  },
  ar: {
    auth: arAuth,
    cache: arCache,
    cluster: arCluster,
    cnameSetup: arCnameSetup,
    common: arCommon,
    contact: arContact,
    customPage: arCustomPage,
    ddos: arDdos,
    dedicatedIp: arDedicatedIp,
    deploy: arDeploy,
    dns: arDns,
    dnsMail: arDnsMail,
    dnsSetting: arDnsSetting,
    docs: arDocs,
    domain: arDomain,
    edge: arEdge,
    error: arError,
    https: arHttps,
    firewall: arFirewall,
    firewallGroup: arFirewallGroup,
    log: arLog,
    logForward: arLogForward,
    mail: arMail,
    notification: arNotification,
    ns: arNs,
    optimization: arOptimization,
    overview: arOverview,
    path: arPath,
    plan: arPlan,
    rateLimit: arRateLimit,
    rules: arRules,
    setup: arSetup,
    shell: arShell,
    site: arSite,
    ssl: arSsl,
    status: arStatus,
    task: arTask,
    waf: arWaf,
    trace: arTrace,
    zone: arZone,
  },
  es: {
    auth: esAuth,
    cache: esCache,
    cluster: esCluster,
    cnameSetup: esCnameSetup,
    common: esCommon,
    contact: esContact,
    customPage: esCustomPage,
    ddos: esDdos,
    dedicatedIp: esDedicatedIp,
    deploy: esDeploy,
    dns: esDns,
    dnsMail: esDnsMail,
    dnsSetting: esDnsSetting,
    docs: esDocs,
    domain: esDomain,
    edge: esEdge,
    error: esError,
    https: esHttps,
    firewall: esFirewall,
    firewallGroup: esFirewallGroup,
    log: esLog,
    logForward: esLogForward,
    mail: esMail,
    notification: esNotification,
    ns: esNs,
    optimization: esOptimization,
    overview: esOverview,
    path: esPath,
    plan: esPlan,
    rateLimit: esRateLimit,
    rules: esRules,
    setup: esSetup,
    shell: esShell,
    site: esSite,
    ssl: esSsl,
    status: esStatus,
    task: esTask,
    waf: esWaf,
    trace: esTrace,
    zone: esZone,
  },
};
