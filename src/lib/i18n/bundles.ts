// Every text of every language, for the server: the page inlines what it needs for the browser (design.md section 2).
import arAuth from '../../content/i18n/ar/auth.json' with { type: 'json' };
import arCommon from '../../content/i18n/ar/common.json' with { type: 'json' };
import arDns from '../../content/i18n/ar/dns.json' with { type: 'json' };
import arDomain from '../../content/i18n/ar/domain.json' with { type: 'json' };
import arError from '../../content/i18n/ar/error.json' with { type: 'json' };
import arMail from '../../content/i18n/ar/mail.json' with { type: 'json' };
import arShell from '../../content/i18n/ar/shell.json' with { type: 'json' };
import arSite from '../../content/i18n/ar/site.json' with { type: 'json' };
import arZone from '../../content/i18n/ar/zone.json' with { type: 'json' };
import enAuth from '../../content/i18n/en/auth.json' with { type: 'json' };
import enCommon from '../../content/i18n/en/common.json' with { type: 'json' };
import enDns from '../../content/i18n/en/dns.json' with { type: 'json' };
import enDomain from '../../content/i18n/en/domain.json' with { type: 'json' };
import enError from '../../content/i18n/en/error.json' with { type: 'json' };
import enMail from '../../content/i18n/en/mail.json' with { type: 'json' };
import enShell from '../../content/i18n/en/shell.json' with { type: 'json' };
import enSite from '../../content/i18n/en/site.json' with { type: 'json' };
import enZone from '../../content/i18n/en/zone.json' with { type: 'json' };
import esAuth from '../../content/i18n/es/auth.json' with { type: 'json' };
import esCommon from '../../content/i18n/es/common.json' with { type: 'json' };
import esDns from '../../content/i18n/es/dns.json' with { type: 'json' };
import esDomain from '../../content/i18n/es/domain.json' with { type: 'json' };
import esError from '../../content/i18n/es/error.json' with { type: 'json' };
import esMail from '../../content/i18n/es/mail.json' with { type: 'json' };
import esShell from '../../content/i18n/es/shell.json' with { type: 'json' };
import esSite from '../../content/i18n/es/site.json' with { type: 'json' };
import esZone from '../../content/i18n/es/zone.json' with { type: 'json' };
import faAuth from '../../content/i18n/fa/auth.json' with { type: 'json' };
import faCommon from '../../content/i18n/fa/common.json' with { type: 'json' };
import faDns from '../../content/i18n/fa/dns.json' with { type: 'json' };
import faDomain from '../../content/i18n/fa/domain.json' with { type: 'json' };
import faError from '../../content/i18n/fa/error.json' with { type: 'json' };
import faMail from '../../content/i18n/fa/mail.json' with { type: 'json' };
import faShell from '../../content/i18n/fa/shell.json' with { type: 'json' };
import faSite from '../../content/i18n/fa/site.json' with { type: 'json' };
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
    common: enCommon,
    dns: enDns,
    domain: enDomain,
    error: enError,
    mail: enMail,
    shell: enShell,
    site: enSite,
    zone: enZone,
  },
  fa: {
    auth: faAuth,
    common: faCommon,
    dns: faDns,
    domain: faDomain,
    error: faError,
    mail: faMail,
    shell: faShell,
    site: faSite,
    zone: faZone,
  },
  ar: {
    auth: arAuth,
    common: arCommon,
    dns: arDns,
    domain: arDomain,
    error: arError,
    mail: arMail,
    shell: arShell,
    site: arSite,
    zone: arZone,
  },
  es: {
    auth: esAuth,
    common: esCommon,
    dns: esDns,
    domain: esDomain,
    error: esError,
    mail: esMail,
    shell: esShell,
    site: esSite,
    zone: esZone,
  },
};
