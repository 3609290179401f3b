import 'i18next';
import type * as account from '../../content/i18n/en/account/index.ts';
import type * as cdn from '../../content/i18n/en/cdn/index.ts';
import type * as cloud from '../../content/i18n/en/cloud/index.ts';
import type * as core from '../../content/i18n/en/core/index.ts';
import type * as finance from '../../content/i18n/en/finance/index.ts';
import type * as operator from '../../content/i18n/en/operator/index.ts';
import type * as support from '../../content/i18n/en/support/index.ts';

/**
 * English is the source language: its files define every key that the code may use. A namespace is registered in the index of its
 * product line, which is used for its type only: `bundles.ts` reads the texts.
 */
export type Resources = typeof account & typeof cdn & typeof cloud & typeof core & typeof finance & typeof operator & typeof support;
export type Namespace = keyof Resources & string;

/** `things_one` and `things_other` are one key, `things`: the plural form is chosen from `count` (CLDR plural rules). */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;
type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${WithoutPlural<K>}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** `namespace:path.to.text`, such as `dns:error.doubleDot`. A key that is missing in English doesn't compile. */
export type TKey = { [N in Namespace]: `${N}:${Leaves<Resources[N]>}` }[Namespace];
export type TParams = Record<string, string | number>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
