import { z } from 'zod';
import { key } from '../../i18n/key.ts';

/**
 * Texts by language that an operator writes. English is required: the other languages show it until they have their own.
 * @param max characters of each
 * @param missing the error without the English one
 */
export const OperatorTexts = (max: number, missing: Parameters<typeof key>[0]) =>
  z.object({
    en: z.string().trim().min(1, key(missing)).max(max, key('error:tooLong')),
    fa: z.string().trim().max(max, key('error:tooLong')).optional(),
    ar: z.string().trim().max(max, key('error:tooLong')).optional(),
    es: z.string().trim().max(max, key('error:tooLong')).optional(),
  });
