/**
 * What a provider of one's own needs of the contract at run time. `providerStub.mjs` bundles it as `contract.js`, and
 * `template/contract.d.ts` describes it.
 */
import type { z } from 'zod';
import type { NamedCall } from '../../../src/lib/contract/call.ts';
import { toIssue } from '../../../src/lib/contract/issue.ts';
import { allCalls } from '../../../src/lib/contract/openapi.ts';
import { queryValue } from '../../../src/lib/format/digits.ts';
import type { TKey, TParams } from '../../../src/lib/i18n/keys.ts';
import { type Locale, negotiateLocale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { fieldLabel } from '../../../src/provider/core/fieldLabel.ts';

export const readLanguage = (header: string | undefined): Locale => negotiateLocale(header);
export const formatText = (code: string, language: Locale, params: TParams = {}): string => translator(language)(code as TKey, params); // checked by whoever refuses

const named = new Map(allCalls().map((call) => [`${call.method} ${call.path}`, call]));
export const calls = new Map(
  [...named].map(([route, { id, method, path, body, bodyLimit, access, downloads, events }]) => [
    route,
    { group: id[0], name: id[1], method, path, body, bodyLimit, access, isFile: downloads, isStream: events !== null },
  ]),
);

/** The value of a query string, with its digits as the contract reads them. */
export const queryInput = (params: URLSearchParams) => Object.fromEntries([...params].map(([name, value]) => [name, queryValue(value)]));

export function readInput(route: string, value: unknown, language: Locale) {
  const call = named.get(route) as NamedCall; // of `calls`
  const parsed = call.input.safeParse(value);
  if (parsed.success) return { input: parsed.data };
  const fields: Record<string, string> = {};
  for (const { field, key, params } of parsed.error.issues.map(toIssue)) fields[field || 'input'] ??= formatText(key, language, params);
  const [[first, text]] = Object.entries(fields) as [[string, string]]; // at least one issue
  return {
    fields,
    message: formatText('error:validation', language, { field: fieldLabel(translator(language), call.id[0], first), message: text }),
  };
}

/** What is wrong with an output; null: nothing. */
export function outputFault(route: string, value: unknown): string | null {
  const call = named.get(route) as NamedCall; // of `calls`
  const parsed = call.output.safeParse(value) as z.ZodSafeParseResult<unknown>; // `any` by the type of calls
  if (parsed.success) return null;
  return parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'the output'}: ${message}`).join('; ');
}
