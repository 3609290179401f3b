import { z } from 'zod';
import { docSections } from './sections.ts';

/** What stands above a page of the documentation. `astro build` and `scripts/docs.mjs` hold pages to it. */
export const docsFrontmatter = z.object({
  title: z.string().min(1),
  description: z.string().min(1).max(200),
  section: z.enum(docSections),
  order: z.coerce.number().int(),
  updated: z.coerce.date(),
  /** False for a page that no menu, list or search names. */
  listed: z.stringbool().or(z.boolean()).default(true),
});

/** What stands above an entry of the changelog. */
export const changelogFrontmatter = z.object({ title: z.string().min(1), description: z.string().min(1).max(200), date: z.coerce.date() });
