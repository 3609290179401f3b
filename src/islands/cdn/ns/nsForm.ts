import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import type { NameServers } from '../../../lib/contract/cdn/ns.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { checkServers, type NsPair, type ServerDraft } from '../../../lib/rules/cdn/ns/servers.ts';

const empty: ServerDraft = { host: '', ipv4: '', ipv6: '' };

/** The initial values: the domain's custom name servers, or empty. */
export const toFormValues = ({ custom }: NameServers): NsPair => ({
  first: { ...empty, ...custom?.first },
  second: { ...empty, ...custom?.second },
});

/** Validates the form with the rules shared with the provider, so that the messages are the same. */
export const resolverFor =
  (zone: string, defaults: readonly string[]): Resolver<NsPair, unknown, NsPair> =>
  (values) => {
    const checked = checkServers(values, zone, defaults);
    if (checked.ok) return { values: checked.servers, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const { field, key, params } of [...checked.problems].reverse()) set(errors, field, { type: key, message: t(key, params) });
    return { values: {}, errors: errors as FieldErrors<NsPair> }; // built by the paths of NsPair
  };
