import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { locales } from '../i18n/locales.ts';
import { get, group, post } from './call.ts';
import { Code, demo, Email, Id, IssuedToken, NewPassword, Time } from './fields.ts';

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
    language: z.enum(locales),
    isAdmin: z.boolean(),
    /** True for the accounts that `DEMO` seeds; the panel shows a banner. */
    isDemo: z.boolean(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

const Verification = z
  .object({
    verificationId: Id,
    sentTo: z.string().describe('The address, masked.'),
    expiresAt: Time,
    retryAfter: z.int().describe('Seconds until a new code may be asked for.'),
  })
  .meta({ id: 'Verification' });

const Password = z.string().min(1, key('error:required')).max(256, key('error:tooLong'));
/** Ways to prove a sign-in beside the password, the surest first. */
export const signInMethods = ['totp', 'email', 'sms', 'recovery'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The password was right and a second step is missing. It opens nothing but that step. */
const Challenge = z
  .object({
    challengeId: Id,
    methods: z.array(z.enum(signInMethods)).describe('Ways to go on, the first one first.'),
    sentTo: z.string().optional().describe('Where a code of the first way is on its way to, masked.'),
    retryAfter: z.int().optional().describe('Seconds until a new code may be asked for.'),
    expiresAt: Time,
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof Challenge>;

export const LoginForm = z.object({
  username: z.string().trim().min(1, key('error:required')).max(254, key('error:tooLong')).describe('E-mail address of the account.'),
  password: Password,
});

export const RegisterForm = z.object({
  email: Email,
  password: NewPassword,
  accountType: z.enum(['personal', 'business']),
  acceptTerms: z.literal(true, key('auth:error.terms')),
});

/** Passwords that are typed twice; the second one never leaves the browser (spec.md section 5). */
export const ResetForm = z
  .object({ code: Code, newPassword: NewPassword, confirmPassword: z.string().min(1, key('error:required')) })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], message: key('auth:error.confirmation') });

export const auth = group('auth', {
  login: post('/auth/login', {
    summary: 'Sign in with e-mail and password; a second step may follow',
    access: 'public',
    input: LoginForm,
    output: z.union([IssuedToken, z.object({ challenge: Challenge })]),
    success: false,
    errors: ['auth:error.credentials', 'error:tooManyRequests'],
    issuesToken: true,
    example: { username: demo.email, password: demo.password },
  }),
  register: post('/auth/register', {
    summary: 'Open an account; a code is sent to the address',
    access: 'public',
    input: RegisterForm,
    output: z.object({ verification: Verification }),
    success: false,
    errors: ['error:tooManyRequests'],
    example: { email: 'new@nasim.example', password: 'a-long-password', accountType: 'personal', acceptTerms: true },
  }),
  registerVerify: post('/auth/register/verify', {
    summary: 'Confirm the address with the code and sign in',
    access: 'public',
    input: z.object({ verificationId: Id, code: Code }),
    output: IssuedToken,
    success: false,
    errors: ['auth:error.code', 'auth:error.codeExpired', 'error:tooManyRequests'],
    issuesToken: true,
    example: { verificationId: demo.domainId, code: '123456' },
  }),
  registerResend: post('/auth/register/resend', {
    summary: 'Send the code again, at most once a minute',
    access: 'public',
    input: z.object({ verificationId: Id }),
    output: z.object({ retryAfter: z.int() }),
    success: 'auth:codeSent',
    errors: ['error:tooManyRequests', 'auth:error.codeExpired'],
    example: { verificationId: demo.domainId },
  }),
  forgot: post('/auth/password/forgot', {
    summary: 'Ask for a code to set a new password',
    access: 'public',
    input: z.object({ username: Email }),
    output: z.object({ reset: z.object({ resetId: Id, sentTo: z.string(), expiresAt: Time, retryAfter: z.int() }) }),
    success: false,
    errors: ['error:tooManyRequests'],
    example: { username: demo.second },
  }),
  reset: post('/auth/password/reset', {
    summary: 'Set a new password with the code; every session ends',
    access: 'public',
    input: z.object({ resetId: Id, code: Code, newPassword: NewPassword }),
    output: z.object({ done: z.literal(true) }),
    success: 'auth:passwordChanged',
    errors: ['auth:error.code', 'auth:error.codeExpired', 'auth:error.samePassword', 'error:tooManyRequests'],
    example: { resetId: demo.domainId, code: '123456', newPassword: 'a-longer-password' },
  }),
  profile: get('/auth/profile', {
    summary: 'The signed-in customer',
    output: z.object({ profile: Profile }),
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
    summary: 'The language of mails and other devices',
    input: z.object({ language: z.enum(locales) }),
    output: z.object({ profile: Profile }),
    success: false,
    example: { language: 'en' },
  }),
});
