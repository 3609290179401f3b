import { z } from 'zod';
import { get, group } from './call.ts';

export const translation = group('translation', {
  all: get('/translations/all', {
    summary: 'Every text of every language; lies over the built-in ones',
    access: 'public',
    output: z.array(z.object({ language: z.string(), translations: z.record(z.string(), z.unknown()).describe('Nested by namespace.') })),
  }),
});
