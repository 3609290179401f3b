import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { signInMethods } from './auth.ts';
import { get, group, post } from './call.ts';
import { Code, demo, Id, IssuedToken, SixDigits, Time, TypedCode } from './fields.ts';

/** Ways that a customer turns on by oneself; recovery codes come with the first of them. */
const Method = z.enum(['totp', 'email', 'sms']);
const SentMethod = z.enum(['email', 'sms']);

const TwoFactor = z
  .object({
    totp: z.object({ enabled: z.boolean() }),
    email: z.object({ enabled: z.boolean(), email: z.string() }),
    sms: z.object({ enabled: z.boolean(), mobile: z.string().optional() }),
    recoveryLeft: z.int().describe('Recovery codes that are not used yet.'),
  })
  .meta({ id: 'TwoFactor' });

const Sent = z.object({
  sentTo: z.string().describe('The address, masked.'),
  retryAfter: z.int().describe('Seconds until a new code may be asked for.'),
});
const RecoveryCodes = z.array(z.string()).describe('Ten codes, each good for one sign-in. They can be read this once.');

export const SecondStepForm = z
  .object({
    challengeId: Id,
    method: z.enum(signInMethods),
    code: TypedCode.transform((code) => code.toLowerCase()),
    trustDevice: z.boolean().optional().describe('Leave the second step out in this browser for 30 days.'),
  })
  .superRefine(({ method, code }, context) => {
    const isRecovery = method === 'recovery';
    if (!(isRecovery ? /^[a-z2-9]{10}$/ : SixDigits).test(code))
      context.addIssue({
        code: 'custom',
        path: ['code'],
        message: key(isRecovery ? 'auth:error.recoveryFormat' : 'auth:error.codeFormat'),
      });
  });

const guessed = ['auth:error.code', 'auth:error.codeUsed', 'auth:error.codeExpired', 'error:tooManyRequests'] as const;

/** The second step: at sign-in, and the settings of it. */
export const twoFactor = group('twoFactor', {
  signInSendCode: post('/auth/login/sendCode', {
    summary: 'Send a code for the second step of sign-in, at most once a minute',
    access: 'public',
    input: z.object({ challengeId: Id, method: SentMethod }),
    output: Sent,
    success: false,
    errors: ['auth:error.challengeOver', 'error:tooManyRequests'],
    example: { challengeId: demo.domainId, method: 'email' },
  }),
  signInVerify: post('/auth/login/verify', {
    summary: 'The second step of sign-in',
    access: 'public',
    input: SecondStepForm,
    output: IssuedToken.extend({
      deviceToken: z.string().optional().describe('Makes this browser a trusted one. The adapter keeps it too.'),
    }),
    success: false,
    errors: [...guessed, 'auth:error.recoveryCode', 'auth:error.challengeOver'],
    issuesToken: true,
    example: { challengeId: demo.domainId, method: 'totp', code: '123456' },
  }),
  get: get('/auth/twoFactor/get', {
    summary: 'Which second steps are on',
    output: z.object({ twoFactor: TwoFactor }),
  }),
  /** Answers the same secret until it expires, so that two tabs show one QR code. */
  qr: get('/auth/twoFactor/qr', {
    summary: 'The secret for an authenticator app that is being set up',
    output: z.object({ qr: z.object({ secret: z.string().describe('Base32.'), otpauthUrl: z.string(), expiresAt: Time }) }),
    errors: ['auth:error.methodOn'],
  }),
  sendCode: post('/auth/twoFactor/sendCode', {
    summary: 'Send a code that proves an address before it is turned on, or who is there before a change',
    input: z.object({ method: SentMethod }),
    output: Sent,
    success: 'auth:codeSent',
    errors: ['auth:error.noMobile', 'auth:error.noSms', 'error:tooManyRequests'],
    example: { method: 'email' },
  }),
  enable: post('/auth/twoFactor/enable', {
    summary: 'Turn a second step on, with a code that proves it',
    input: z.object({ method: Method, code: Code }),
    output: z.object({ twoFactor: TwoFactor, recoveryCodes: RecoveryCodes.optional() }),
    success: 'auth:secondStepOn',
    errors: [...guessed, 'auth:error.methodOn', 'auth:error.setupOver', 'auth:error.noMobile'],
    example: { method: 'totp', code: '123456' },
  }),
  disable: post('/auth/twoFactor/disable', {
    summary: 'Turn a second step off, with a code of it or the password; trusted browsers end',
    input: z
      .object({ method: Method, code: Code.optional(), password: z.string().min(1, key('error:required')).max(256).optional() })
      .refine(({ code, password }) => (code === undefined) !== (password === undefined), {
        path: ['code'],
        message: key('error:required'),
      }),
    output: z.object({ twoFactor: TwoFactor }),
    success: 'auth:secondStepOff',
    errors: [...guessed, 'auth:error.password', 'auth:error.methodOff'],
    example: { method: 'totp', code: '123456' },
  }),
  regenerate: post('/auth/twoFactor/recovery/regenerate', {
    summary: 'New recovery codes, with a code of any second step; the old ones end',
    input: z.object({ code: Code }),
    output: z.object({ recoveryCodes: RecoveryCodes }),
    success: 'auth:recoveryCodesNew',
    errors: [...guessed, 'auth:error.methodOff'],
    example: { code: '123456' },
  }),
});
