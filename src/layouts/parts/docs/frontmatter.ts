import { z } from 'zod';
import { docSections } from './sections.ts';

/** The frontmatter of a documentation page, validated by `astro build` and `scripts/docs.mjs`. */
export const docsFrontmatter = z.object({
  title: z.string().min(1),
  description: z.string().min(1).max(200),
  section: z.enum(docSections),
  /** The engine that a guide of the section `cloud` is about. */
  engine: z.enum(['compute', 'objectStore']).optional(),
  order: z.coerce.number().int(),
  updated: z.coerce.date(),
  /** False for a page that isn't in menus, lists or search. */
  listed: z.stringbool().or(z.boolean()).default(true),
});

/** The frontmatter of a changelog entry. */
export const changelogFrontmatter = z.object({ title: z.string().min(1), description: z.string().min(1).max(200), date: z.coerce.date() });
