import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { signInProofs } from '../../rules/core/signIn.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

/** More sessions than this can't be allowed. */
export const mostSessions = 100;

const Device = z
  .object({
    id: Id,
    os: z.string().describe('Empty if unknown.'),
    browser: z.string().describe('Empty if unknown.'),
    loginDate: Time,
    lastActivity: Time.describe('Time of the last activity, accurate to five minutes.'),
    ip: z.string().describe('Address of the last activity.'),
    method: z.enum(signInProofs).nullable().describe('What it signed in with; null: not known.'),
    current: z.boolean().describe('True for the current session.'),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

const Count = z.int(key('device:error.limit')).min(1, key('device:error.limit')).max(mostSessions, key('device:error.limit'));
export const SessionLimitForm = z.object({
  perAccount: Count.describe('Maximum concurrent sessions of the account.'),
  perIp: Count.describe('Maximum concurrent sessions of the account from one IPv4 address or IPv6 /64 network.'),
});

const devices = z.object({ devices: z.array(Device) });
const sessionLimit = z.object({
  sessionLimit: SessionLimitForm.extend({
    max: z.int().describe('The highest value of either limit.'),
    inUse: z.object({ account: z.int(), ip: z.int().describe('Number of sessions from the caller’s network.') }),
  }),
});

/** Sessions of the account. One that ends is refused on its next call, and its streams and consoles close within a second. */
export const device = group('device', 'account', {
  list: get('/auth/device/list', { summary: 'List the signed-in devices, most recently used first', output: devices }),
  remove: post('/auth/device/remove', {
    summary: 'End the session of another device',
    input: z.object({ deviceId: Id }),
    output: devices,
    success: 'device:ended',
    errors: ['device:error.current'],
    example: { deviceId: demo.domainId },
    exampleStatus: 404,
  }),
  removeOthers: post('/auth/device/removeOthers', {
    summary: 'End all other sessions',
    output: devices,
    success: 'device:othersEnded',
  }),
  limit: get('/auth/sessionLimit/get', { summary: 'Get the limits of concurrent sessions', output: sessionLimit }),
  setLimit: post('/auth/sessionLimit/update', {
    summary: 'Change the limits of concurrent sessions; existing sessions continue',
    input: SessionLimitForm,
    output: sessionLimit,
    success: 'device:limitSaved',
    example: { perAccount: 20, perIp: 10 },
  }),
});
