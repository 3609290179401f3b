import 'i18next';
import type auth from '../../content/i18n/en/auth.json';
import type common from '../../content/i18n/en/common.json';
import type dns from '../../content/i18n/en/dns.json';
import type domain from '../../content/i18n/en/domain.json';
import type error from '../../content/i18n/en/error.json';
import type mail from '../../content/i18n/en/mail.json';
import type shell from '../../content/i18n/en/shell.json';
import type site from '../../content/i18n/en/site.json';
import type zone from '../../content/i18n/en/zone.json';

/** English is the source language: its files define every key that the code may use. One file per feature. */
export interface Resources {
  auth: typeof auth;
  common: typeof common;
  dns: typeof dns;
  domain: typeof domain;
  error: typeof error;
  mail: typeof mail;
  shell: typeof shell;
  site: typeof site;
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
