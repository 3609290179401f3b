import { z } from 'zod';
import type { TKey } from '../../i18n/keys.ts';
import { maxDefaultTtl, minDefaultTtl } from '../../rules/cdn/dns/settings.ts';
import { checkSoaEmail } from '../../rules/cdn/zone/mailbox.ts';
import { isFault } from '../../rules/core/fault.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';
import { keyWith } from '../issue.ts';

const badTtl = keyWith('dnsSetting:error.defaultTtl', { min: minDefaultTtl, max: maxDefaultTtl });

/** Checked by the rule that writes the SOA record (RFC 1035 section 8), which also gives the reason. */
const SoaEmail = z
  .string()
  .max(1000, 'dnsSetting:error.soaEmail' satisfies TKey)
  .transform((text, ctx) => {
    const checked = checkSoaEmail(text);
    if (!isFault(checked)) return checked;
    ctx.addIssue({ code: 'custom', message: checked.key, params: checked.params });
    return z.NEVER;
  })
  .describe('Contact email address of the zone (SOA); empty: hostmaster@ the domain.');

export const DnsSettingForm = z.object({
  defaultTtl: z.int(badTtl).min(minDefaultTtl, badTtl).max(maxDefaultTtl, badTtl).describe('Seconds that the TTL "auto" means.'),
  soaEmail: SoaEmail,
  proxyDefault: z.boolean().describe('Whether new records in the form go through the CDN by default.'),
  cnameFlattening: z.boolean().describe('Respond to queries for CNAME records with the addresses of their target.'),
});
export type DnsSettingForm = z.output<typeof DnsSettingForm>;

export const DnsSetting = z
  .object({
    defaultTtl: z.int(),
    soaEmail: z.string(),
    proxyDefault: z.boolean(),
    cnameFlattening: z.boolean(),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'DnsSetting' });
export type DnsSetting = z.output<typeof DnsSetting>;

const ofDomain = z.object({ domainId: Id });

export const dnsSetting = group('dnsSetting', 'domain', {
  get: get('/domain/dns/setting/get', {
    summary: 'Get the settings of a zone',
    area: 'dns',
    input: ofDomain,
    output: z.object({
      setting: DnsSetting,
      can: z.object({ cnameFlattening: z.boolean().describe('False: the connected name servers don’t support flattening.') }),
    }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/dns/setting/update', {
    idempotent: true,
    summary: 'Change zone settings; omitted ones stay unchanged',
    area: 'dns',
    input: ofDomain.extend({
      ...DnsSettingForm.partial().shape,
      version: z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.'),
    }),
    output: z.object({ setting: DnsSetting }),
    success: 'dnsSetting:updated',
    errors: ['error:versionConflict', 'dnsSetting:error.flattening'],
    touches: ['dns', 'domain', 'zone'],
    example: { domainId: demo.domainId, defaultTtl: 1800 },
  }),
});
