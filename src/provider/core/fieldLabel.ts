import { brand } from '../../config/brand.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import type { Translate } from '../../lib/i18n/translator.ts';

/** Where forms have the labels of their fields; the change log has those of fields that several share. */
const places = (group: string, name: string) => [
  `${group}:field.${name}`,
  `${group}:form.${name}`,
  `${group}:rule.${name}`,
  `${group}:setting.${name}.title`,
  `${group}:name.${name}`,
  `${group}:channel.${name}`,
  `log:field.${name}`,
  `logField:field.${name}`,
];

/** Labels that were looked up before: the change log needs the same ones on every page, and most of the places have none. */
const known = new WeakMap<Translate, Map<string, string>>();

/**
 * The label of an input field in the reader's language, for the message of a refusal.
 * @param group of the call, which is the name of its texts
 * @param field as in `fields`: `servers.1.address`
 * @returns the name of the field itself, if no form has it
 */
export function fieldLabel(t: Translate, group: string, field: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  const labels = known.get(t) ?? new Map<string, string>();
  known.set(t, labels);
  const key = `${group}:${name}`;
  const label = labels.get(key) ?? findLabel(t, group, name);
  // A name that isn't the contract's may be anything.
  if (label !== null) labels.set(key, label);
  return label ?? field;
}

function findLabel(t: Translate, group: string, name: string): string | null {
  for (const key of places(group, name)) {
    const label = t(key as TKey, { currency: brand.currency.code }); // may not exist: a missing text is its key, with or without the namespace
    // Other params are known to the form only.
    if (label !== key && label !== key.slice(key.indexOf(':') + 1) && !label.includes('{{')) return label;
  }
  return null;
}
