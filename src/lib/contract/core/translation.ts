import { z } from 'zod';
import { get, group } from '../call.ts';

export const translation = group('translation', null, {
  all: get('/translations/all', {
    summary: 'All texts in all languages; they override the built-in ones',
    access: 'public',
    output: z.array(z.object({ language: z.string(), translations: z.record(z.string(), z.unknown()).describe('Nested by namespace.') })),
  }),
});
