import { z } from 'zod';
import { undoKinds } from '../../rules/account/undo.ts';
import { group, post } from '../call.ts';
import { Time } from '../fields.ts';

const input = z.object({ token: z.string().min(1).max(400).describe('From the link of the email.') });
const Undo = z
  .object({
    kind: z.enum(undoKinds).describe('What was changed.'),
    changedAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'Undo' });

/** Without a session: the session of the owner may be the stolen one, or may have been ended by the thief. */
export const undo = group('undo', null, {
  get: post('/auth/undo/get', {
    summary: 'Get the change that the link of a security email undoes',
    access: 'public',
    input,
    output: z.object({ undo: Undo }),
    success: false,
    changes: false,
    errors: ['undo:error.over', 'error:tooManyRequests'],
    example: { token: 'of-an-email' },
    exampleStatus: 422,
  }),
  confirm: post('/auth/undo/confirm', {
    summary: 'Undo a change to sign-in and all later ones, end every session and require a new password',
    access: 'public',
    input,
    output: z.object({ done: z.literal(true) }),
    success: false,
    errors: ['undo:error.over', 'undo:error.taken', 'error:tooManyRequests'],
    example: { token: 'of-an-email' },
    exampleStatus: 422,
  }),
});
