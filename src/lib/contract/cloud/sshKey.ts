import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxKeyLength, readPublicKey, sshKeyTypes } from '../../rules/cloud/sshKey/publicKey.ts';
import { isFault } from '../../rules/core/fault.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

const Name = z
  .string()
  .trim()
  .min(1, key('sshKey:error.name'))
  .max(60, keyWith('sshKey:error.nameLong', { max: 60 }));

const PublicKey = z
  .string()
  .max(maxKeyLength, key('sshKey:error.long'))
  .transform((text, ctx) => {
    const read = readPublicKey(text);
    if (!isFault(read)) return `${read.type} ${read.blob}`;
    ctx.addIssue({ code: 'custom', message: read.key, params: read.params });
    return z.NEVER;
  })
  .describe('The content of a `.pub` file, in the format of OpenSSH or RFC 4716. Options aren’t accepted, and the comment isn’t stored.');

export const SshKeyForm = z.object({ name: Name, publicKey: PublicKey });
export const SshKeyNameForm = z.object({ name: Name });

export const SshKey = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(sshKeyTypes),
    bits: z.int(),
    publicKey: z.string(),
    fingerprint: z.string().describe('SHA-256 fingerprint, as printed by `ssh-keygen -l`.'),
    createdAt: Time,
  })
  .meta({ id: 'SshKey' });
export type SshKey = z.output<typeof SshKey>;

const answer = z.object({ sshKey: SshKey });

export const sshKey = group('sshKey', 'server', {
  list: get('/server/sshKey/list', {
    summary: 'List the SSH keys of the account',
    area: 'sshKeys',
    output: z.object({ sshKeys: z.array(SshKey), limit: z.int().describe('Maximum number of keys per account.') }),
  }),
  create: post('/server/sshKey/create', {
    summary: 'Add an SSH key',
    area: 'sshKeys',
    input: SshKeyForm,
    output: answer,
    success: 'sshKey:created',
    errors: ['sshKey:error.taken', 'sshKey:error.limit'],
    example: {
      name: 'office',
      publicKey:
        'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBFp6W8pUWKhFA9m//7z/QAZl3I2ztaGT6X02Dn3eRTz1CpYWVIqiH3h7gu9SOraZjm/GZMdvhjeZYC7wUV9LPuI= demo',
    },
  }),
  edit: post('/server/sshKey/edit', {
    idempotent: true,
    summary: 'Rename an SSH key',
    area: 'sshKeys',
    input: SshKeyNameForm.extend({ sshKeyId: Id }),
    output: answer,
    success: 'sshKey:edited',
    example: { sshKeyId: demo.sshKeyId, name: 'sara-desktop' },
  }),
  remove: post('/server/sshKey/remove', {
    summary: 'Remove an SSH key; servers created with it keep it',
    area: 'sshKeys',
    input: z.object({ sshKeyId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: 'sshKey:removed',
    example: { sshKeyId: demo.sshKeyId },
  }),
});
