import { z } from 'zod';

const Value = z.union([z.string(), z.number()]).nullable();

/** What a change of the catalogue does, before it is made. Texts are in the operator’s language. */
export const CatalogPreview = z
  .object({
    changes: z.array(
      z.object({
        label: z.string(),
        kind: z
          .enum(['mills', 'rate', 'percent', 'count', 'text', 'time'])
          .describe('`rate`: micro-mills of an hour or a gigabyte. `time`: ISO 8601.'),
        before: Value,
        after: Value,
      }),
    ),
    affected: z.array(z.object({ label: z.string(), count: z.int() })),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What to consider before the change is made, such as a short notice of a higher price.'),
    notes: z.array(z.string()).describe('When it takes effect, and what existing customers keep.'),
  })
  .meta({ id: 'CataloguePreview' });
export type CatalogPreview = z.output<typeof CatalogPreview>;

/** In the input of every change: a dry run checks it and returns the preview. */
export const dryRun = z.boolean().default(false).describe('Only returns the preview.');
/** The same, of the version known to the operator. */
export const expectedVersion = z.int().min(0).describe('The version that you last read; the change is refused if it is outdated.');
