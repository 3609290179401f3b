import { z } from 'zod';
import { isTimeZone } from '../../format/region.ts';
import { key } from '../../i18n/key.ts';
import { locales } from '../../i18n/locales.ts';
import { get, group, post } from '../call.ts';
import { Preferences } from './auth.ts';

/** What holds on every device of a customer. */
export const PreferenceForm = Preferences.extend({
  language: z.enum(locales),
  timeZone: Preferences.shape.timeZone.refine((name) => name === '' || isTimeZone(name), key('preference:error.timeZone')),
});
export type PreferenceForm = z.infer<typeof PreferenceForm>;

export const preference = group('preference', 'account', {
  get: get('/auth/preference/get', {
    summary: 'Get language, region and appearance',
    output: z.object({ preferences: PreferenceForm }),
  }),
  update: post('/auth/preference/update', {
    idempotent: true,
    summary: 'Change language, region and appearance; omitted fields stay unchanged',
    input: PreferenceForm.partial().refine((changes) => Object.values(changes).some((value) => value !== undefined), key('error:required')),
    output: z.object({ preferences: PreferenceForm }),
    success: 'preference:saved',
    touches: ['auth'],
    example: { calendar: 'gregory' },
  }),
});
