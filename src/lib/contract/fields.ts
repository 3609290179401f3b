import { z } from 'zod';
import { latinDigits } from '../format/digits.ts';
import { key } from '../i18n/key.ts';

/** An opaque id (UUIDv7). Anything else cannot name a thing, and is refused before the database is asked. */
export const Id = z
  .string()
  .max(64, key('error:invalid'))
  .regex(/^[0-9A-Za-z_-]+$/, key('error:invalid'));

/** ISO 8601, UTC. */
export const Time = z.iso.datetime();

/** Money in mills, 1/1000 of the currency unit (design.md section 4). */
export const Mills = z.int();

export const Email = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(254, key('error:tooLong'))
  .pipe(z.email(key('error:email')))
  .transform((value) => value.toLowerCase());

export const NewPassword = z
  .string()
  .min(1, key('error:required'))
  .min(8, key('auth:error.passwordTooShort'))
  .max(256, key('error:tooLong'));

/** A code as people copy it: with blanks, dashes, and the digits of their language. */
export const TypedCode = z
  .string()
  .max(64, key('error:tooLong'))
  .transform((text) => latinDigits(text).replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, key('error:required')));
export const SixDigits = /^\d{6}$/;
/** Six digits that were sent to an address. */
export const Code = TypedCode.pipe(z.string().regex(SixDigits, key('auth:error.codeFormat')));

export const IssuedToken = z.object({
  token: z.string().describe('Access token (JWT). The adapter keeps it and answers `session` instead.'),
});

/** Paging that every list takes; without `page` the whole list comes (api.md section 0.9). */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  perPage: z.coerce.number().int().min(1).max(200).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  q: z.string().max(200).optional(),
};

/** A flag in a query string or a multipart field arrives as text. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Ids of the demo data, so that the examples of OpenAPI work on a fresh installation. */
export const demo = {
  email: 'demo@nasim.example',
  second: 'second@nasim.example',
  operator: 'operator@nasim.example',
  password: 'breeze-demo',
  domainId: '01930000-0000-7000-8000-00000000d001',
  /** On a plan that was bought, so that it can be changed. */
  planDomainId: '01930000-0000-7000-8000-00000000d002',
  recordId: '01930000-0000-7000-8000-00000000e001',
  rateLimitIds: ['01930000-0000-7000-8000-0000000ea001', '01930000-0000-7000-8000-0000000ea002'],
  sslId: '01930000-0000-7000-8000-00000000f001',
  customSslId: '01930000-0000-7000-8000-00000000f002',
  pageId: '01930000-0000-7000-8000-0000000fa001',
  wafRuleId: '01930000-0000-7000-8000-00000000f301',
  wafDraftId: '01930000-0000-7000-8000-00000000f302',
  wafExceptionId: '01930000-0000-7000-8000-00000000f303',
  clusterId: '01930000-0000-7000-8000-00000000c001',
  /** A cluster that nothing is connected to. */
  freeClusterId: '01930000-0000-7000-8000-00000000c002',
  /** In their order; the last is a draft. */
  firewallRules: [
    '01930000-0000-7000-8000-00000000f101',
    '01930000-0000-7000-8000-00000000f102',
    '01930000-0000-7000-8000-00000000f103',
    '01930000-0000-7000-8000-00000000f104',
    '01930000-0000-7000-8000-00000000f105',
  ],
  firewallGroupId: '01930000-0000-7000-8000-00000000f201',
  /** No rule uses it. */
  freeFirewallGroupId: '01930000-0000-7000-8000-00000000f202',
  logTargetId: '01930000-0000-7000-8000-00000000e101',

  /** Of the page rules of the demo domain, in their order; `pathId` has a draft. */
  pathIds: [
    '01930000-0000-7000-8000-00000000f001',
    '01930000-0000-7000-8000-00000000f002',
    '01930000-0000-7000-8000-00000000f003',
    '01930000-0000-7000-8000-00000000f004',
    '01930000-0000-7000-8000-00000000f005',
    '01930000-0000-7000-8000-00000000f006',
  ],
  pathId: '01930000-0000-7000-8000-00000000f003',
} as const;
