import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { docSections } from './layouts/parts/docs/sections.ts';
import { iconNames } from './layouts/parts/icons.ts';
import { planCodes } from './lib/rules/plans.ts';

const text = z.string().min(1);
const featureIds = ['delivery', 'protection', 'https', 'balancing', 'streaming', 'servers'] as const;

/** One file per language: `src/content/marketing/<language>.yaml` holds the prose of the landing page. */
const marketing = z.object({
  title: text,
  description: text.max(170),
  hero: z.object({ title: z.tuple([text, text]), lead: text, guide: text, server: text, facts: z.array(text).length(3) }),
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
    items: z
      .array(
        z.object({
          id: z.enum(featureIds),
          icon: z.enum(iconNames),
          name: text,
          title: text,
          text,
          points: z.array(z.object({ icon: z.enum(iconNames), text })).length(4),
          /** Rows of the picture: names of the documentation ranges only, never a real customer. */
          example: z.array(
            z.object({ subject: text, detail: text, state: text.optional(), tone: z.enum(['success', 'warning', 'danger']).optional() }),
          ),
        }),
      )
      .length(featureIds.length),
  }),
  steps: z.object({ title: text, link: text, active: text, activeText: text, items: z.array(z.object({ title: text, text })).length(3) }),
  pricing: z.object({ title: text, lead: text, note: text, recommended: text, for: z.record(z.enum(planCodes), text) }),
  faq: z.object({ title: text, lead: text, items: z.array(z.object({ question: text, answer: text })) }),
  cta: z.object({ title: text, lead: text }),
});

export const collections = {
  marketing: defineCollection({ loader: glob({ pattern: '*.yaml', base: './src/content/marketing' }), schema: marketing }),
  /** Ids are `<language>/<page>`, as `en/dns-records`. English is the source; a page that another language lacks is shown in English. */
  docs: defineCollection({
    loader: glob({ pattern: '*/**/*.mdx', base: './src/content/docs' }),
    schema: z.object({
      title: text,
      description: text.max(200),
      section: z.enum(docSections),
      order: z.number().int(),
      updated: z.coerce.date(),
    }),
  }),
};
