import { z } from 'zod';
import { get, group } from '../call.ts';

export const translation = group('translation', null, {
  all: get('/translations/all', {
    summary: 'Get the texts in all languages, which override the built-in ones',
    access: 'public',
    output: z.array(z.object({ language: z.string(), translations: z.record(z.string(), z.unknown()).describe('Nested by namespace.') })),
  }),
});
