import { z } from 'zod';
import { latinDigits } from '../../format/digits.ts';
import { key } from '../../i18n/key.ts';
import { group, post } from '../call.ts';
import { Email } from '../fields.ts';

/** One line, safe in the subject of an email. */
const SingleRowText = (max: number, missing: Parameters<typeof key>[0]) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .pipe(z.string().min(1, key(missing)).max(max, key('error:tooLong')));

export const contact = group('contact', null, {
  send: post('/contact/send', {
    summary: 'Send a message to the provider',
    access: 'public',
    success: false,
    input: z.object({
      name: SingleRowText(100, 'contact:error.name'),
      email: Email,
      mobile: z
        .string()
        .max(40, key('contact:error.mobile'))
        .transform((text) => latinDigits(text).replace(/[\s().-]/g, ''))
        .pipe(z.string().regex(/^(\+?\d{6,15})?$/, key('contact:error.mobile')))
        .optional(),
      subject: SingleRowText(150, 'contact:error.subject'),
      message: z.string().trim().min(1, key('contact:error.message')).max(5000, key('error:tooLong')),
      website: z
        .string()
        .max(500)
        .optional()
        .describe('Honeypot: hidden from people, so it stays empty. A message that fills it is discarded.'),
    }),
    output: z.object({ sent: z.literal(true) }),
    example: {
      name: 'Shirin Ahmadi',
      email: 'shirin@atelier.example',
      subject: 'Moving three domains',
      message: 'We would like to move three domains next month. What should we prepare?',
    },
  }),
});
