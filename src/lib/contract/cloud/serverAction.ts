import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';
import { actionFaults, type ServerAction } from '../../rules/cloud/server/actions.ts';
import { sizeLimits } from '../../rules/cloud/server/states.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { Os, ofServer, Server } from './server.ts';

const answer = z.object({ server: Server, taskId: Id });
/** With the new password, which isn’t shown again. */
const answerWithPassword = answer.extend({ password: z.string().nullable() });
const touches = ['server', 'snapshot', 'task'];

/** An action that takes nothing but the server. */
const action = (
  name: ServerAction,
  summary: string,
  { serverId = demo.serverId, exampleStatus = 200 }: { serverId?: string; exampleStatus?: number } = {},
) =>
  post(`/server/action/${name}`, {
    summary,
    area: 'servers',
    input: ofServer,
    output: answer,
    success: 'server:begun',
    errors: actionFaults(name),
    touches,
    example: { serverId },
    exampleStatus,
  });

const Password = z
  .string()
  .min(12, keyWith('server:error.passwordShort', { min: 12 }))
  .max(128, key('error:tooLong'))
  .regex(/^[\x21-\x7e]+$/, key('server:error.passwordChars'));
/** Absent: one is made, and returned once. */
const password = Password.optional().describe('If omitted, a password is generated and returned once.');
const reinstalledPassword = Password.optional().describe(
  'If omitted, a server with SSH keys has no password, and another one gets a generated password, which is returned once.',
);
const sshKeyIds = z
  .array(Id)
  .max(20)
  .optional()
  .describe('The keys of the account to install. If omitted, those that the server was installed with.');
const confirm = z.string().max(100).describe('The name of the server.');
const size = (range: { min: number; max: number }, name: TKey) => {
  const fault = keyWith(name, range);
  return z.int(fault).min(range.min, fault).max(range.max, fault);
};

export const ResizeForm = z.object({
  cpu: size(sizeLimits.cpu, 'server:error.cpu'),
  ram: size(sizeLimits.ram, 'server:error.ram'),
  disk: size(sizeLimits.disk, 'server:error.disk'),
});

const Size = z.object({ cpu: z.int(), ram: z.int(), disk: z.int() });

/** The price of a server after a resize. */
const Quote = z.object({
  rate: z.int().describe('Per hour with licenses and backups, in micro-mills.'),
  monthly: Mills,
  due: Mills.describe('Charged at once, for the rest of a prepaid period; negative: refunded.'),
  needed: Mills.describe('The balance that a larger size requires.'),
});

export const batchActions = ['powerOn', 'powerOff', 'restart', 'reboot'] as const;

export const serverAction = group('serverAction', 'server', {
  powerOn: action('powerOn', 'Power a server on', { serverId: demo.offServerId }),
  powerOff: action('powerOff', 'Power a server off; it is still charged'),
  restart: action('restart', 'Restart a server by its operating system'),
  reboot: action('reboot', 'Reset a server, as by its button'),
  unrescue: action('unrescue', 'Leave the rescue system and boot the server’s own', { exampleStatus: 409 }),
  confirmResize: action('confirmResize', 'Keep the new size of a resize that is on trial', { exampleStatus: 409 }),
  revertResize: action('revertResize', 'Go back to the size before a resize that is on trial', { exampleStatus: 409 }),
  retry: action('retry', 'Try once more what a server failed at', { exampleStatus: 409 }),
  rescue: post('/server/action/rescue', {
    summary: 'Boot the rescue system with a temporary password',
    area: 'servers',
    input: ofServer,
    output: answerWithPassword,
    success: 'server:begun',
    errors: actionFaults('rescue'),
    touches,
    example: { serverId: demo.serverId },
  }),
  reload: post('/server/action/reload', {
    summary: 'Reinstall the operating system or install another one; this deletes all data on the disk',
    area: 'servers',
    input: ofServer.extend({ os: Os.optional(), password: reinstalledPassword, sshKeyIds, confirm }),
    output: answerWithPassword,
    success: 'server:begun',
    errors: [...actionFaults('reload'), 'server:error.confirm', 'server:error.os', 'sshKey:error.unknown'],
    touches,
    example: { serverId: demo.serverId, os: { id: 100, type: 'debian', version: '12' }, confirm: 'web-fra-01' },
  }),
  rebuild: post('/server/action/rebuild', {
    summary: 'Recreate the server’s disk from a system or a snapshot; this deletes all data on it',
    area: 'servers',
    input: ofServer.extend({ os: Os.optional(), snapshotId: Id.optional(), password: reinstalledPassword, sshKeyIds, confirm }),
    output: answerWithPassword,
    success: 'server:begun',
    errors: [...actionFaults('rebuild'), 'server:error.confirm', 'server:error.os', 'sshKey:error.unknown', 'snapshot:error.diskTooSmall'],
    touches,
    example: { serverId: demo.serverId, confirm: 'web-fra-01' },
  }),
  changePassword: post('/server/action/changePassword', {
    summary: 'Reset the administrator password',
    area: 'servers',
    input: ofServer.extend({ value: password }),
    output: answerWithPassword,
    success: 'server:begun',
    errors: actionFaults('changePassword'),
    touches,
    example: { serverId: demo.serverId },
  }),
  resizeOptions: get('/server/action/resizeOptions', {
    summary: 'List the sizes available for a server',
    area: 'servers',
    input: ofServer,
    output: z.object({
      current: z.object({
        name: z.string().nullable().describe('The name of its plan; null: a custom size.'),
        ...Size.shape,
        rate: z.int().describe('Per hour with licenses and backups, in micro-mills.'),
        monthly: Mills,
        prepaid: z.boolean().describe('A resize then charges or refunds the difference for the rest of the period.'),
      }),
      options: z.array(
        z.object({
          plan: z.string(),
          name: z.string().describe('The name of the plan, as in an order.'),
          named: z.boolean().describe('False: the server’s disk has another type, so the size is a custom one and costs its parts.'),
          ...Size.shape,
          hourly: z.int().describe('Of the size alone, as in an order, in micro-mills.'),
          monthly: Mills.describe('The same for a month.'),
          extraMonthly: Mills.describe('What a larger disk that is kept costs in addition, for a month.'),
          keepsDisk: z.boolean().describe('Only available without resizing the disk, because it is smaller than the current one.'),
          isCurrent: z.boolean(),
          kept: Quote.nullable().describe('With the server’s own disk; null: nothing would change.'),
          resized: Quote.nullable().describe('With the disk of the plan; null: it is smaller, or nothing would change.'),
        }),
      ),
    }),
    example: { serverId: demo.serverId },
  }),
  resize: post('/server/action/resize', {
    summary: 'Resize a server',
    area: 'servers',
    input: ofServer.extend({
      ...ResizeForm.shape,
      keepDisk: z
        .boolean()
        .optional()
        .describe('Keep the disk; the new size is on trial until it is confirmed or reverted. The plan is still that of `disk`.'),
      shown: z
        .object({ rate: z.int(), due: z.int() })
        .optional()
        .describe('The price that was shown, from `resizeOptions`; the resize is refused if it differs.'),
    }),
    output: answer,
    success: 'server:begun',
    errors: [
      ...actionFaults('resize'),
      'server:error.sameSize',
      'server:error.diskShrinks',
      'server:error.balance',
      'server:error.oneDay',
      'server:error.priceChanged',
    ],
    touches,
    example: { serverId: demo.serverId, cpu: 8, ram: 16, disk: 100, keepDisk: true },
  }),
  delete: post('/server/manage/delete', {
    summary: 'Delete a server with its disk',
    area: 'servers',
    input: ofServer.extend({ confirm }),
    output: answer,
    success: 'server:removing',
    errors: [...actionFaults('delete'), 'server:error.confirm'],
    touches,
    example: { serverId: demo.offServerId, confirm: 'staging-01' },
  }),
  batch: post('/server/action/batch', {
    summary: 'Power on, off or restart several servers',
    area: 'servers',
    input: z.object({ serverIds: z.array(Id).min(1, key('error:required')).max(200), action: z.enum(batchActions) }),
    output: z.object({
      results: z.array(
        z.object({ serverId: Id, taskId: Id.nullable(), message: z.string().nullable().describe('The reason for the refusal.') }),
      ),
    }),
    success: false,
    touches,
    example: { serverIds: [demo.serverId], action: 'restart' },
  }),
});
