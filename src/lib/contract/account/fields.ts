import { z } from 'zod';
import { latinDigits } from '../../format/digits.ts';
import { key } from '../../i18n/key.ts';
import { isCommonPassword } from '../../rules/account/password/common.ts';
import { Id } from '../fields.ts';

/** A value that is too short gets this error only. */
const hasLength = ({ value }: { value: unknown }) => typeof value === 'string' && value.length >= 8 && value.length <= 256;

export const NewPassword = z
  .string()
  .min(1, key('error:required'))
  .min(8, key('auth:error.passwordTooShort'))
  .max(256, key('error:tooLong'))
  .refine((password) => !isCommonPassword(password), { error: key('auth:error.passwordCommon'), when: hasLength });

/** A code as people paste it: with spaces, dashes or the digits of their own language. */
export const TypedCode = z
  .string()
  .max(64, key('error:tooLong'))
  .transform((text) => latinDigits(text).replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, key('error:required')));
export const SixDigits = /^\d{6}$/;
/** A six-digit code that was sent by email. */
export const Code = TypedCode.pipe(z.string().regex(SixDigits, key('auth:error.codeFormat')));

export const IssuedToken = z.object({
  token: z.string().describe('Access token (JWT). The adapter keeps it and returns `session` instead.'),
  browserToken: z
    .string()
    .optional()
    .describe('Marks a browser that has signed in, which failed sign-ins of others don’t block. The adapter also keeps it in a cookie.'),
});

/** Refusals of a sign-in whose proofs are right: from where it comes, or as one session too many, with `devices`. */
export const sessionLimits = ['auth:error.closed', 'auth:error.ipBlocked', 'auth:error.tooManySessions', 'auth:error.tooManyHere'] as const;
export const EndDevice = Id.optional().describe('A device from the refusal to sign out, to make room for this sign-in.');
