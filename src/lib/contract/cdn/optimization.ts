import { z } from 'zod';
import { get, group, post } from '../call.ts';
import { demo } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { expectedVersion, ofDomain } from './edge.ts';

/** Percent. */
export const minQuality = 1;
export const maxQuality = 100;
const badQuality = keyWith('optimization:error.quality', { min: minQuality, max: maxQuality });

const Minify = z.object({ html: z.boolean(), css: z.boolean(), js: z.boolean() });
const Quality = z
  .int(badQuality)
  .min(minQuality, badQuality)
  .max(maxQuality, badQuality)
  .describe('Quality of JPEG and WebP in percent; default 75.');

export const Optimization = z
  .object({
    minify: Minify,
    webp: z.boolean(),
    imageResize: z.boolean(),
    imageQuality: z.int(),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Optimization' });
export type Optimization = z.output<typeof Optimization>;

export const optimization = group('optimization', 'domain', {
  get: get('/domain/optimization/get', {
    summary: 'Get the optimization settings of a domain',
    area: 'acceleration',
    input: ofDomain,
    output: z.object({ optimization: Optimization }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/optimization/update', {
    idempotent: true,
    summary: 'Change optimization settings; omitted ones stay unchanged',
    area: 'acceleration',
    input: ofDomain.extend({
      minify: Minify.partial().optional().describe('Omitted kinds stay unchanged.'),
      webp: z.boolean().optional().describe('Serve PNG and JPEG as WebP to browsers that support it.'),
      imageResize: z.boolean().optional().describe('Resize images to what the device displays.'),
      imageQuality: Quality.optional(),
      version: expectedVersion,
    }),
    output: z.object({ optimization: Optimization }),
    success: 'optimization:updated',
    errors: ['error:versionConflict'],
    example: { domainId: demo.domainId, webp: true, minify: { css: true } },
  }),
});
