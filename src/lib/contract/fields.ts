import { z } from 'zod';
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
  recordId: '01930000-0000-7000-8000-00000000e001',
} as const;
