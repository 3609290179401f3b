import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { careful, claim, claims, needs } from './layouts/parts/claims.ts';
import { changelogFrontmatter, docsFrontmatter } from './layouts/parts/docs/frontmatter.ts';
import { iconNames } from './layouts/parts/icons.ts';
import { feature, screenPictures, sitePage } from './layouts/parts/site/schema.ts';
import { planCodes } from './lib/rules/core/plans.ts';

const text = z.string().min(1);
const description = claim.refine((words) => careful(words).length <= 170, 'at most 170 characters');
const featureIds = ['delivery', 'protection', 'https', 'balancing', 'streaming', 'servers'] as const;

/** One file per language: `src/content/marketing/<language>.yaml` holds the prose of the landing page. */
const marketing = z.object({
  title: text,
  description,
  hero: z.object({ title: z.tuple([text, text]), lead: claim, guide: text, server: text, facts: claims }),
  frame: z.object({
    label: text,
    menu: z.array(z.object({ icon: z.enum(iconNames), name: text })),
    title: text,
    text,
    action: text,
    head: z.object({ type: text, name: text, value: text, ttl: text, route: text }),
    auto: text,
    proxied: text,
    direct: text,
  }),
  features: z.object({
    title: text,
    items: z.array(feature.extend({ id: z.enum(featureIds) })).length(featureIds.length),
  }),
  /** What makes changes safe; also on the page of the CDN. */
  unique: z.object({
    title: text,
    lead: text,
    items: z.array(z.strictObject({ picture: z.enum(screenPictures), title: text, text, ...needs })).length(screenPictures.length),
  }),
  steps: z.object({ title: text, link: text, active: text, activeText: text, items: z.array(z.object({ title: text, text })).length(3) }),
  pricing: z.object({ title: text, lead: claim, note: text, recommended: text, for: z.record(z.enum(planCodes), text) }),
  /** Ids of questions in src/content/faq. */
  faq: z.object({ title: text, lead: text, items: z.array(text).min(1) }),
  cta: z.object({ title: text, lead: text }),
});

const id = z.string().regex(/^[a-z]+(-[a-z]+)*$/);

/** One file per language: `src/content/faq/<language>.yaml`. Ids are in addresses, so they are the same everywhere and don't change. */
const faq = z.strictObject({
  title: text,
  /** As on the other pages of the site. */
  headTitle: text.max(64),
  description,
  lead: text,
  topics: z
    .array(z.strictObject({ id, name: text, entries: z.array(z.strictObject({ id, question: text, answer: claim, ...needs })).min(1) }))
    .min(1),
});

export const collections = {
  marketing: defineCollection({ loader: glob({ pattern: '*.yaml', base: './src/content/marketing' }), schema: marketing }),
  faq: defineCollection({ loader: glob({ pattern: '*.yaml', base: './src/content/faq' }), schema: faq }),
  /** Ids are `<language>/<page>`, as in the two below. Every language has every page. */
  site: defineCollection({ loader: glob({ pattern: '*/*.yaml', base: './src/content/site' }), schema: sitePage }),
  legal: defineCollection({
    loader: glob({ pattern: '*/*.mdx', base: './src/content/legal' }),
    schema: z.object({ title: text, description: text.max(170), updated: z.coerce.date() }),
  }),
  /** Ids are `<language>/<page>`, as `en/dns-records`. English is the source; a page that another language lacks is shown in English. */
  docs: defineCollection({
    loader: glob({ pattern: '*/**/*.mdx', base: './src/content/docs' }),
    schema: docsFrontmatter,
  }),
  /** What is new, one file per change: `<language>/<date>-<name>`. */
  changelog: defineCollection({ loader: glob({ pattern: '*/*.mdx', base: './src/content/changelog' }), schema: changelogFrontmatter }),
};
