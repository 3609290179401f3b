import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { type ItemGroup, itemGroups } from '../../rules/cdn/edge/ruleLists.ts';
import { Time } from '../fields.ts';

/** An entry has the fields of the call that creates it, and is checked by it; so each refused one is named. */
const Entry = z.record(z.string(), z.unknown());
const entries = z.array(Entry).max(20_000, key('error:tooMany'));

/** The lists of rules in the order of the file. */
export const fileGroups: readonly ItemGroup[] = ['pageRule', ...itemGroups.filter((group) => group !== 'pageRule')];
const rules = Object.fromEntries(fileGroups.map((group) => [group, entries.optional()])) as Record<
  ItemGroup,
  z.ZodOptional<typeof entries>
>; // one per list

/** The configuration of a domain as a file. A part that is left out stays as it is in an import. */
export const DomainConfiguration = z
  .strictObject({
    format: z.literal('nasim-domain', key('version:error.format')),
    version: z.literal(1, key('version:error.formatVersion')),
    domain: z.string().optional().describe('Where it was exported; an import doesn’t use it.'),
    exportedAt: Time.optional(),
    dns: z
      .strictObject({
        settings: Entry.optional(),
        records: entries
          .optional()
          .describe('As in `/domain/dns/create`, with `cluster`: the name of the cluster that it is connected to.'),
      })
      .optional(),
    settings: z
      .strictObject({
        https: Entry.optional(),
        cache: Entry.optional(),
        optimization: Entry.optional(),
        ddos: Entry.optional(),
        waf: Entry.optional(),
        firewall: Entry.optional(),
      })
      .optional(),
    rules: z
      .strictObject(rules)
      .optional()
      .describe('`state` is `deployed`, `draft` or `off`; `deployed` is the deployed form if it differs.'),
    firewallGroups: entries.optional(),
    clusters: entries.optional(),
    customPages: entries.optional(),
  })
  .meta({ id: 'DomainConfiguration' });
export type DomainConfiguration = z.output<typeof DomainConfiguration>;

export const ConfigurationFault = z
  .object({
    part: z.string().describe('As in `dns.records`, `settings.https` or `rules.firewall`.'),
    index: z.int().nullable().describe('Place in the list, from 0; null: settings.'),
    name: z.string(),
    field: z.string().nullable(),
    message: z.string().describe('The reason, in the caller’s language.'),
  })
  .meta({ id: 'ConfigurationFault' });
export type ConfigurationFault = z.output<typeof ConfigurationFault>;
