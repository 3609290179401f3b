import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { codeMethods } from '../../rules/core/signIn.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Code, EndDevice, IssuedToken, SixDigits, sessionLimits, TypedCode } from './fields.ts';

/** Methods that customers turn on themselves; recovery codes are created with the first of them. */
const Method = z.enum(['totp', 'email', 'sms']);
const SentMethod = z.enum(['email', 'sms']);

const Trusted = z.object({
  id: Id,
  browser: z.string().describe('Empty if unknown.'),
  system: z.string().describe('Empty if unknown.'),
  ip: z.string(),
  since: Time,
  until: Time,
});

export const TwoFactor = z
  .object({
    totp: z.object({ enabled: z.boolean() }),
    email: z.object({ enabled: z.boolean(), email: z.string() }),
    sms: z.object({ enabled: z.boolean(), mobile: z.string().optional() }),
    recoveryLeft: z.int().describe('Number of unused recovery codes.'),
    trusted: z.array(Trusted).describe('Browsers that skip the second step.'),
  })
  .meta({ id: 'TwoFactor' });

const Sent = z.object({
  sentTo: z.string().describe('The email address, masked.'),
  retryAfter: z.int().describe('Seconds until a new code can be requested.'),
});
const RecoveryCodes = z.array(z.string()).describe('Ten codes, each valid for one sign-in. They are shown only once.');

export const SecondStepForm = z
  .object({
    challengeId: Id,
    method: z.enum(codeMethods),
    code: TypedCode.transform((code) => code.toLowerCase()),
    trustDevice: z.boolean().optional().describe('Skip the second step in this browser for 30 days.'),
    endDeviceId: EndDevice,
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

/** A method, with a code that proves access to it. */
export const EnableForm = z.object({ method: Method, code: Code });

const guessed = ['auth:error.code', 'auth:error.codeUsed', 'auth:error.codeExpired', 'error:tooManyRequests'] as const;

/** The second step of sign-in, and its settings. */
export const twoFactor = group('twoFactor', 'account', {
  signInSendCode: post('/auth/login/sendCode', {
    summary: 'Send a code for the second step of sign-in, at most once a minute',
    access: 'public',
    input: z.object({ challengeId: Id, method: SentMethod }),
    output: Sent,
    success: false,
    errors: ['auth:error.challengeOver', 'error:tooManyRequests'],
    example: { challengeId: demo.domainId, method: 'email' },
    exampleStatus: 422,
  }),
  signInVerify: post('/auth/login/verify', {
    summary: 'Complete sign-in with the second step',
    access: 'public',
    input: SecondStepForm,
    output: IssuedToken.extend({
      deviceToken: z.string().optional().describe('Marks this browser as trusted. The adapter also keeps it in a cookie.'),
    }),
    success: false,
    errors: [...guessed, 'auth:error.recoveryCode', 'auth:error.challengeOver', ...sessionLimits],
    issuesToken: true,
    example: { challengeId: demo.domainId, method: 'totp', code: '123456' },
    exampleStatus: 422,
  }),
  get: get('/auth/twoFactor/get', {
    summary: 'List the enabled second-step methods',
    output: z.object({ twoFactor: TwoFactor }),
  }),
  /** Returns the same secret until it expires, so that two tabs show the same QR code. */
  qr: post('/auth/twoFactor/qr', {
    summary: 'Get the secret to set up an authenticator app',
    output: z.object({ qr: z.object({ secret: z.string().describe('Base32.'), otpauthUrl: z.string(), expiresAt: Time }) }),
    success: false,
    errors: ['auth:error.methodOn', 'auth:error.confirm'],
  }),
  sendCode: post('/auth/twoFactor/sendCode', {
    summary: 'Send a code that verifies an email address before it is turned on, or the customer before a change',
    input: z.object({ method: SentMethod }),
    output: Sent,
    success: 'auth:codeSent',
    errors: ['auth:error.noMobile', 'auth:error.noSms', 'error:tooManyRequests'],
    example: { method: 'email' },
  }),
  enable: post('/auth/twoFactor/enable', {
    summary: 'Turn a second-step method on, with a code from it',
    input: EnableForm,
    output: z.object({ twoFactor: TwoFactor, recoveryCodes: RecoveryCodes.optional() }),
    success: 'auth:secondStepOn',
    errors: [...guessed, 'auth:error.methodOn', 'auth:error.setupOver', 'auth:error.noMobile', 'auth:error.confirm'],
    example: { method: 'totp', code: '123456' },
    exampleStatus: 422,
  }),
  disable: post('/auth/twoFactor/disable', {
    summary: 'Turn a second-step method off; needs a recent sign-in or the password, and ends the trust of all browsers',
    input: z.object({ method: Method, code: Code.optional(), password: z.string().min(1, key('error:required')).max(256).optional() }),
    output: z.object({ twoFactor: TwoFactor }),
    success: 'auth:secondStepOff',
    errors: [...guessed, 'auth:error.password', 'auth:error.methodOff', 'auth:error.confirm'],
    example: { method: 'totp', code: '123456' },
    exampleStatus: 409,
  }),
  regenerate: post('/auth/twoFactor/recovery/regenerate', {
    summary: 'Create new recovery codes; the old ones stop working',
    output: z.object({ recoveryCodes: RecoveryCodes }),
    success: 'auth:recoveryCodesNew',
    errors: ['auth:error.methodOff', 'auth:error.confirm'],
    exampleStatus: 409,
  }),
  untrust: post('/auth/twoFactor/trusted/remove', {
    summary: 'Stop trusting one browser; it needs the second step again',
    input: z.object({ trustedId: Id }),
    output: z.object({ twoFactor: TwoFactor }),
    success: 'auth:untrusted',
    example: { trustedId: demo.domainId },
    exampleStatus: 404,
  }),
  untrustAll: post('/auth/twoFactor/trusted/removeAll', {
    summary: 'Stop trusting all browsers; they need the second step again',
    output: z.object({ twoFactor: TwoFactor }),
    success: 'auth:untrusted',
  }),
});
