import { z } from 'zod';
import { latinDigits } from '../../format/digits.ts';
import { key } from '../../i18n/key.ts';
import { isEconomicCode, isIranianPostalCode, isLegalNationalId, isNationalCode } from '../../rules/account/profile/iran.ts';
import { toE164 } from '../../rules/account/profile/mobile.ts';
import { readCountry } from '../../rules/core/countries.ts';
import { group, post } from '../call.ts';
import { demo, Email, Id } from '../fields.ts';
import { Profile, Verification } from './auth.ts';
import { Code } from './fields.ts';

/** Letters of any language, so no control characters and no markup. */
const Name = z
  .string()
  .trim()
  .max(100, key('error:tooLong'))
  .regex(/^[^\p{C}<>]*$/u, key('error:invalid'));
const Digits = z
  .string()
  .trim()
  .max(40, key('error:tooLong'))
  .transform((text) => latinDigits(text).replace(/[\s-]/g, ''));
const Address = z
  .string()
  .trim()
  .max(300, key('error:tooLong'))
  .regex(/^[^<>]*$/, key('error:invalid'));
const PostalCode = z
  .string()
  .trim()
  .max(20, key('error:tooLong'))
  .transform((text) => latinDigits(text).toUpperCase());

const Country = z
  .string()
  .max(2, key('profile:error.country'))
  .refine((code) => code === '' || readCountry(code) === code, key('profile:error.country'));

/**
 * The details of a profile. Empty: not given yet; what is given is checked by the rules of its country. First and last name can't be
 * taken away again, and a business has a name.
 */
export const ProfileForm = z
  .object({
    accountType: z.enum(['personal', 'business']),
    firstName: Name.pipe(z.string().min(1, key('profile:error.firstName'))),
    lastName: Name.pipe(z.string().min(1, key('profile:error.lastName'))),
    country: Country,
    nationalCode: Digits,
    postalCode: PostalCode,
    address: Address,
    legal: z.object({ name: Name, economicCode: Digits, nationalId: Digits, registrationNumber: Digits }),
  })
  .superRefine((form, context) => {
    const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { country, nationalCode, postalCode, legal } = form;
    const isIran = country === 'IR';
    if (isIran && nationalCode && !isNationalCode(nationalCode)) wrong(['nationalCode'], key('profile:error.nationalCode'));
    if (postalCode && isIran && !isIranianPostalCode(postalCode.replace(/[\s-]/g, '')))
      wrong(['postalCode'], key('profile:error.postalCodeIran'));
    if (postalCode && !isIran && !/^[A-Z0-9][A-Z0-9 -]{1,10}[A-Z0-9]$/.test(postalCode))
      wrong(['postalCode'], key('profile:error.postalCode'));
    if (form.accountType === 'personal') return;
    if (!legal.name) wrong(['legal', 'name'], key('profile:error.legalName'));
    if (isIran && legal.nationalId && !isLegalNationalId(legal.nationalId))
      wrong(['legal', 'nationalId'], key('profile:error.legalNationalId'));
    if (isIran && legal.economicCode && !isEconomicCode(legal.economicCode))
      wrong(['legal', 'economicCode'], key('profile:error.economicCode'));
    if (isIran && legal.registrationNumber && !/^\d{1,10}$/.test(legal.registrationNumber))
      wrong(['legal', 'registrationNumber'], key('profile:error.registrationNumber'));
  });
export type ProfileForm = z.infer<typeof ProfileForm>;

export const EmailForm = z.object({ email: Email });
export const MobileForm = z.object({
  mobile: z
    .string()
    .trim()
    .min(1, key('error:required'))
    .max(40, key('error:tooLong'))
    .transform((text, context) => {
      const number = toE164(text);
      if (number === null) context.addIssue({ code: 'custom', message: key('profile:error.mobile') });
      return number ?? z.NEVER;
    })
    .describe('E.164 format, such as +989121234567.'),
});
export const ContactCodeForm = z.object({ code: Code });

const output = z.object({ profile: Profile });

/** The customer's own details. What is read of them is `auth.profile`. */
export const profile = group('profile', 'account', {
  edit: post('/auth/profile/edit', {
    idempotent: true,
    summary: 'Change name, address and legal details',
    input: ProfileForm,
    output,
    success: 'profile:saved',
    touches: ['auth'],
    example: {
      accountType: 'personal',
      firstName: 'Sara',
      lastName: 'Amini',
      country: 'DE',
      nationalCode: '',
      postalCode: '10115',
      address: 'Invalidenstraße 1, Berlin',
      legal: { name: '', economicCode: '', nationalId: '', registrationNumber: '' },
    },
  }),
  changeEmail: post('/auth/email/change', {
    summary: 'Send a code to a new email address; the current one stays until the code is entered',
    input: EmailForm,
    output: z.object({ verification: Verification }),
    success: false,
    errors: ['auth:error.confirm', 'profile:error.sameEmail', 'error:tooManyRequests'],
    example: { email: 'new@nasim.example' },
  }),
  changeMobile: post('/auth/mobile/change', {
    summary: 'Send a code to a new mobile number; the current one stays until the code is entered',
    input: MobileForm,
    output: z.object({ verification: Verification }),
    success: false,
    errors: ['auth:error.confirm', 'auth:error.noSms', 'profile:error.sameMobile', 'error:tooManyRequests'],
    example: { mobile: '+989121234567' },
  }),
  verify: post('/auth/contact/verify', {
    summary: 'Confirm a new email address or mobile number with its code',
    input: z.object({ verificationId: Id, code: Code }),
    output,
    success: 'profile:contactSaved',
    errors: ['auth:error.code', 'auth:error.codeExpired', 'profile:error.emailTaken', 'error:tooManyRequests'],
    touches: ['auth', 'twoFactor'],
    example: { verificationId: demo.domainId, code: '123456' },
    exampleStatus: 404,
  }),
});
