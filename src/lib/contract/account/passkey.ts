import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { EndDevice, IssuedToken, sessionLimits } from './fields.ts';

/** More passkeys than this an account can't have. */
export const maxPasskeys = 20;

/** How a browser reaches an authenticator (WebAuthn, section 5.8.4). */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof transports)[number];
const Transports = z.array(z.enum(transports));

const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable().describe('Null: never.'),
    storage: z
      .enum(['backedUp', 'syncable', 'device'])
      .describe('`backedUp`: kept outside of the device as well; `syncable`: could be, but isn’t yet; `device`: only on one device.'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

const passkeys = z.object({
  passkeys: z.array(Passkey),
  limit: z.int(),
  host: z.string().nullable().describe('Host name that passkeys belong to; null: this installation has none, so they aren’t available.'),
});

const Base64Url = z.string().regex(/^[\w-]+$/, key('passkey:error.refused'));
const Challenge = Base64Url.describe('Valid for 5 minutes and for one use.');
const Known = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: Transports }));

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, section 5.1.8. */
const CreationOptions = z.object({
  challenge: Challenge,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().describe('Milliseconds.'),
  excludeCredentials: Known,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
/** `PublicKeyCredentialRequestOptionsJSON` of the same section. */
const RequestOptions = z.object({
  challenge: Challenge,
  rpId: z.string(),
  timeout: z.int().describe('Milliseconds.'),
  userVerification: z.literal('required'),
  allowCredentials: Known.optional().describe('Absent: any passkey of this site.'),
});

const Part = Base64Url.max(20_000, key('passkey:error.refused'));
const whole = { id: Part, rawId: Part, type: z.literal('public-key', key('passkey:error.refused')) };
/** `RegistrationResponseJSON`: what a new passkey answers. */
const Created = z.object({
  ...whole,
  response: z.object({ clientDataJSON: Part, attestationObject: Part, transports: z.array(z.string().max(40)).max(20).optional() }),
});
/** `AuthenticationResponseJSON`: what a passkey signs. */
const Signed = z.object({
  ...whole,
  response: z.object({ clientDataJSON: Part, authenticatorData: Part, signature: Part, userHandle: Part.optional() }),
});
export type Created = z.output<typeof Created>;
export type Signed = z.output<typeof Signed>;

const Name = z.string().trim().min(1, key('passkey:error.name')).max(60, key('error:tooLong'));
export const PasskeyForm = z.object({ name: Name });

const nonsense = { id: 'AA', rawId: 'AA', type: 'public-key' } as const;
const ofPasskey = z.object({ passkeyId: Id });
const refused = ['passkey:error.refused', 'passkey:error.expired', 'passkey:error.unavailable', 'error:tooManyRequests'] as const;

/** Passkeys (WebAuthn): their settings, and sign-in with them. */
export const passkey = group('passkey', 'account', {
  list: get('/auth/passkey/list', { summary: 'The passkeys of the caller', output: passkeys }),
  options: post('/auth/passkey/options', {
    summary: 'Get the challenge for a new passkey; needs a recent sign-in or the password',
    output: z.object({ options: CreationOptions }),
    success: false,
    changes: false,
    errors: ['auth:error.confirm', 'passkey:error.limit', 'passkey:error.unavailable', 'error:tooManyRequests'],
  }),
  add: post('/auth/passkey/add', {
    summary: 'Add the passkey that was created with the challenge',
    input: PasskeyForm.extend({ credential: Created }),
    output: passkeys,
    success: 'passkey:added',
    errors: [...refused, 'passkey:error.known', 'passkey:error.limit', 'auth:error.confirm'],
    example: { name: 'MacBook', credential: { ...nonsense, response: { clientDataJSON: 'AA', attestationObject: 'AA' } } },
    exampleStatus: 422,
  }),
  rename: post('/auth/passkey/rename', {
    idempotent: true,
    summary: 'Give a passkey another name',
    input: ofPasskey.extend(PasskeyForm.shape),
    output: passkeys,
    success: 'passkey:renamed',
    example: { passkeyId: demo.domainId, name: 'Office key' },
    exampleStatus: 404,
  }),
  remove: post('/auth/passkey/remove', {
    summary: 'Remove a passkey; it no longer signs in. Needs a recent sign-in or the password',
    input: ofPasskey,
    output: passkeys,
    success: 'passkey:removed',
    errors: ['auth:error.confirm'],
    example: { passkeyId: demo.domainId },
    exampleStatus: 404,
  }),
  loginOptions: post('/auth/passkey/loginOptions', {
    summary: 'Get the challenge to sign in with a passkey, or to confirm a sign-in with one',
    access: 'public',
    input: z.object({
      challengeId: Id.optional().describe('Of a sign-in that waits for its second step. Absent: the passkey alone signs in.'),
    }),
    output: z.object({ options: RequestOptions }),
    success: false,
    changes: false,
    errors: ['auth:error.challengeOver', 'passkey:error.unavailable', 'error:tooManyRequests'],
    example: {},
  }),
  login: post('/auth/passkey/login', {
    summary: 'Sign in with a passkey, which stands for password and second step, or complete a sign-in with it',
    access: 'public',
    input: z.object({
      credential: Signed,
      challengeId: Id.optional().describe('As in the request for the challenge.'),
      trustDevice: z.boolean().optional().describe('With `challengeId`: skip the second step in this browser for 30 days.'),
      endDeviceId: EndDevice,
    }),
    output: IssuedToken.extend({
      deviceToken: z.string().optional().describe('Marks this browser as trusted. The adapter also keeps it in a cookie.'),
    }),
    success: false,
    errors: [...refused, 'passkey:error.copied', 'auth:error.challengeOver', ...sessionLimits],
    issuesToken: true,
    example: { credential: { ...nonsense, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } } },
    exampleStatus: 422,
  }),
});
