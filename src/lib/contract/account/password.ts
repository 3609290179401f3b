import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { group, post } from '../call.ts';
import { demo } from '../fields.ts';
import { NewPassword } from './fields.ts';

const Current = z.string().min(1, key('error:required')).max(256, key('error:tooLong'));

/** The new password is typed twice; the second one never leaves the browser. */
export const ChangePasswordForm = z
  .object({ currentPassword: Current, newPassword: NewPassword, confirmPassword: z.string().min(1, key('error:required')) })
  .superRefine(({ currentPassword, newPassword, confirmPassword }, context) => {
    if (newPassword === currentPassword)
      context.addIssue({ code: 'custom', path: ['newPassword'], message: key('auth:error.samePassword') });
    if (newPassword !== confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: key('auth:error.confirmation') });
  });

export const ConfirmForm = z.object({ password: Current });

const done = z.object({ done: z.literal(true) });

export const password = group('password', 'account', {
  change: post('/auth/password/change', {
    summary: 'Set a new password; this ends all other sessions and the trust of all browsers',
    input: z.object({ currentPassword: Current, newPassword: NewPassword }),
    output: done,
    success: 'auth:passwordChanged',
    errors: ['auth:error.password', 'auth:error.samePassword', 'auth:error.passwordCommon', 'error:tooManyRequests'],
    example: { currentPassword: demo.password, newPassword: 'a-longer-password' },
  }),
  /** GitHub calls this sudo mode. */
  confirm: post('/auth/password/confirm', {
    summary: 'Confirm the password to allow sensitive changes for the next 10 minutes',
    input: ConfirmForm,
    output: done,
    success: false,
    errors: ['auth:error.password', 'error:tooManyRequests'],
    example: { password: demo.password },
  }),
});
