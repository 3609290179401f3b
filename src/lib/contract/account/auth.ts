import { z } from 'zod';
import { calendars, digitKinds } from '../../format/region.ts';
import { key } from '../../i18n/key.ts';
import { locales } from '../../i18n/locales.ts';
import { profileParts } from '../../rules/account/profile/missing.ts';
import { actingRoles } from '../../rules/core/role.ts';
import { signInMethods } from '../../rules/core/signIn.ts';
import { staffRoles } from '../../rules/core/staff.ts';
import { get, group, post } from '../call.ts';
import { AccountSuspension } from '../core/suspension.ts';
import { demo, Email, Id, Time } from '../fields.ts';
import { Code, EndDevice, IssuedToken, NewPassword, sessionLimits } from './fields.ts';

export const Preferences = z
  .object({
    timeZone: z.string().describe('IANA name. Empty: the device’s time zone, and UTC in emails.'),
    calendar: z.enum(calendars),
    digits: z.enum(digitKinds),
    theme: z.enum(['system', 'light', 'dark']).nullable().describe('Null: each device uses its own setting.'),
    density: z.enum(['comfortable', 'compact']),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

export const Profile = z
  .object({
    id: Id,
    accountType: z.enum(['personal', 'business']),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobile: z.string().optional(),
    emailVerified: z.boolean(),
    mobileVerified: z.boolean(),
    country: z.string().describe('ISO 3166-1 alpha-2; empty: not given.'),
    nationalCode: z.string(),
    postalCode: z.string(),
    address: z.string(),
    legal: z.object({ name: z.string(), economicCode: z.string(), nationalId: z.string(), registrationNumber: z.string() }),
    missing: z.array(z.enum(profileParts)).describe('The parts of the profile that are still missing.'),
    language: z.enum(locales),
    preferences: Preferences,
    staffRole: z.enum(staffRoles).nullable().describe('The role of an operator; null: a customer.'),
    /** True for the accounts that `DEMO` seeds; the panel shows a banner. */
    isDemo: z.boolean(),
    suspension: AccountSuspension.nullable().describe('The provider has suspended the account; null: it hasn’t.'),
    closesAt: Time.nullable().describe('When the account closes, at its owner’s request; null: it doesn’t.'),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** Somebody else’s account that a member acts for, or an operator sees. */
export const ActingFor = z
  .object({
    id: Id,
    name: z.string(),
    role: z.enum(actingRoles),
    level: z.enum(['read', 'write']),
    access: z
      .record(z.string(), z.enum(['none', 'read', 'write']))
      .describe('What the role may do in each part of the panel: `domains`, `orders`, `cloud`, `finance` and so on.'),
    suspension: AccountSuspension.nullable().describe('As in the profile, of this account.'),
    until: Time.nullable().describe('When the view of an operator ends; null: a member acts for it.'),
  })
  .meta({ id: 'ActingFor' });
export type ActingFor = z.infer<typeof ActingFor>;

export const Verification = z
  .object({
    verificationId: Id,
    sentTo: z.string().describe('The email address, masked.'),
    expiresAt: Time,
    retryAfter: z.int().describe('Seconds until a new code can be requested.'),
  })
  .meta({ id: 'Verification' });

const Password = z.string().min(1, key('error:required')).max(256, key('error:tooLong'));
/** The password was correct and a second step is required. The token is valid for that step only. */
const Challenge = z
  .object({
    challengeId: Id,
    methods: z.array(z.enum(signInMethods)).describe('Available methods, preferred one first.'),
    sentTo: z.string().optional().describe('Where a code of the first method was sent, masked.'),
    retryAfter: z.int().optional().describe('Seconds until a new code can be requested.'),
    expiresAt: Time,
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof Challenge>;

export const LoginForm = z.object({
  username: z.string().trim().min(1, key('error:required')).max(254, key('error:tooLong')).describe('Email address of the account.'),
  password: Password,
  endDeviceId: EndDevice,
});

export const RegisterForm = z.object({
  email: Email,
  password: NewPassword,
  accountType: z.enum(['personal', 'business']),
  acceptTerms: z.literal(true, key('auth:error.terms')),
});

/** Passwords are entered twice; the confirmation never leaves the browser. */
export const ResetForm = z
  .object({ code: Code, newPassword: NewPassword, confirmPassword: z.string().min(1, key('error:required')) })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], message: key('auth:error.confirmation') });

export const AllowAddressForm = z.object({ verificationId: Id, code: Code });

export const auth = group('auth', null, {
  login: post('/auth/login', {
    summary: 'Sign in with email and password; a second step may follow',
    access: 'public',
    input: LoginForm,
    output: z.union([IssuedToken, z.object({ challenge: Challenge })]),
    success: false,
    errors: ['auth:error.credentials', ...sessionLimits, 'error:tooManyRequests'],
    issuesToken: true,
    example: { username: demo.email, password: demo.password },
  }),
  register: post('/auth/register', {
    summary: 'Create an account; a code is sent to the email address',
    access: 'public',
    input: RegisterForm,
    output: z.object({ verification: Verification }),
    success: false,
    errors: ['error:tooManyRequests'],
    example: { email: 'new@nasim.example', password: 'a-long-password', accountType: 'personal', acceptTerms: true },
  }),
  registerVerify: post('/auth/register/verify', {
    summary: 'Confirm the email address with the code and sign in',
    access: 'public',
    input: z.object({ verificationId: Id, code: Code }),
    output: IssuedToken,
    success: false,
    errors: ['auth:error.code', 'auth:error.codeExpired', 'error:tooManyRequests'],
    issuesToken: true,
    example: { verificationId: demo.domainId, code: '123456' },
    exampleStatus: 422,
  }),
  registerResend: post('/auth/register/resend', {
    summary: 'Send the code again, at most once a minute',
    access: 'public',
    input: z.object({ verificationId: Id }),
    output: z.object({ retryAfter: z.int() }),
    success: 'auth:codeSent',
    errors: ['error:tooManyRequests', 'auth:error.codeExpired'],
    example: { verificationId: demo.domainId },
    exampleStatus: 422,
  }),
  forgot: post('/auth/password/forgot', {
    summary: 'Request a code to set a new password',
    access: 'public',
    input: z.object({ username: Email }),
    output: z.object({ reset: z.object({ resetId: Id, sentTo: z.string(), expiresAt: Time, retryAfter: z.int() }) }),
    success: false,
    errors: ['error:tooManyRequests'],
    example: { username: demo.second },
  }),
  reset: post('/auth/password/reset', {
    summary: 'Set a new password with the code; ends every session',
    access: 'public',
    input: z.object({ resetId: Id, code: Code, newPassword: NewPassword }),
    output: z.object({ done: z.literal(true) }),
    success: 'auth:passwordChanged',
    errors: ['auth:error.code', 'auth:error.codeExpired', 'auth:error.samePassword', 'error:tooManyRequests'],
    example: { resetId: demo.domainId, code: '123456', newPassword: 'a-longer-password' },
    exampleStatus: 422,
  }),
  /** The code is in the mail that a refused sign-in with the right password sends. */
  allowAddress: post('/auth/allowedIp/recover', {
    summary: 'Allow the caller’s address with the emailed code of a refused sign-in',
    access: 'public',
    input: AllowAddressForm,
    output: z.object({ ip: z.string() }),
    success: false,
    errors: ['auth:error.code', 'auth:error.codeExpired', 'error:tooManyRequests'],
    example: { verificationId: demo.domainId, code: '123456' },
    exampleStatus: 422,
  }),
  profile: get('/auth/profile', {
    summary: 'Get the signed-in customer',
    output: z.object({
      profile: Profile,
      accounts: z.array(z.object({ id: Id, name: z.string() })).describe('Accounts of others that the customer may switch to.'),
      acting: ActingFor.nullable().describe('The account the session acts for; null: the customer’s own.'),
    }),
  }),
  refresh: post('/auth/refresh', {
    summary: 'Exchange the current token, sent in the header `lt`, for a new one',
    access: 'public',
    output: IssuedToken,
    success: false,
    issuesToken: true,
    changes: false,
  }),
  logout: post('/auth/logout', {
    summary: 'End this session',
    output: z.object({ done: z.literal(true) }),
    success: false,
  }),
  language: post('/auth/language', {
    summary: 'Set the language of emails and of new devices',
    input: z.object({ language: z.enum(locales) }),
    output: z.object({ profile: Profile }),
    success: false,
    example: { language: 'en' },
  }),
});
