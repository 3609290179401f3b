import { z } from 'zod';
import { get, group, post } from './call.ts';
import { ofDomain, seenVersion } from './edge.ts';
import { demo } from './fields.ts';
import { keyWith } from './issue.ts';

/** Percent. */
export const minQuality = 1;
export const maxQuality = 100;
const badQuality = keyWith('optimization:error.quality', { min: minQuality, max: maxQuality });

const Minify = z.object({ html: z.boolean(), css: z.boolean(), js: z.boolean() });
const Quality = z
  .int(badQuality)
  .min(minQuality, badQuality)
  .max(maxQuality, badQuality)
  .describe('Of JPEG and WebP, percent; 75 at first.');

export const Optimization = z
  .object({
    minify: Minify,
    webp: z.boolean(),
    imageResize: z.boolean(),
    imageQuality: z.int(),
    version: z.int().describe('Grows with each change; send it back with an update.'),
  })
  .meta({ id: 'Optimization' });
export type Optimization = z.output<typeof Optimization>;

export const optimization = group('optimization', {
  get: get('/domain/optimization/get', {
    summary: 'What the edge makes smaller on its way to visitors',
    area: 'acceleration',
    input: ofDomain,
    output: z.object({ optimization: Optimization }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/optimization/update', {
    summary: 'Change settings of optimization; those that are absent stay',
    area: 'acceleration',
    input: ofDomain.extend({
      minify: Minify.partial().optional().describe('Kinds that are absent stay.'),
      webp: z.boolean().optional().describe('PNG and JPEG as WebP, for browsers that read it.'),
      imageResize: z.boolean().optional().describe('Pictures no larger than the device shows them.'),
      imageQuality: Quality.optional(),
      version: seenVersion,
    }),
    output: z.object({ optimization: Optimization }),
    success: 'optimization:updated',
    errors: ['error:versionConflict'],
    example: { domainId: demo.domainId, webp: true, minify: { css: true } },
  }),
});
