import { z } from 'astro/zod';
import { serverSizeCodes } from '../../../lib/rules/cloud/sizes.ts';
import { careful, claim, claims, needs, plannedUntil } from '../claims.ts';
import { iconNames } from '../icons.ts';

/* The section types of site pages. Each has a component in this folder; pages differ in types, order and style. */
const text = z.string().min(1);
const icon = z.enum(iconNames);

/** Rows of a picture: names and addresses of the documentation ranges only, never a real customer. */
export const exampleRow = z.object({
  subject: text,
  detail: text,
  state: text.optional(),
  tone: z.enum(['success', 'warning', 'danger']).optional(),
});

/** A tab with its text, four points and rows of a picture. */
export const feature = z.object({
  id: text.regex(/^[a-z-]+$/),
  icon,
  name: text,
  title: text,
  text: claim,
  points: z.array(z.object({ icon, text: claim, ...needs })).length(4),
  example: z.array(exampleRow),
  ...plannedUntil,
});

/** Illustrations of the product. `label` describes them for screen readers; digits in `example` are part of the illustration. */
const picture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), label: text, head: z.strictObject({ icon, name: text }).optional(), example: z.array(exampleRow) }),
  z.object({ kind: z.literal('terminal'), label: text, example: z.array(text) }),
  z.object({ kind: z.literal('chart'), label: text, name: text, cache: text, origin: text }),
  z.object({ kind: z.literal('segments'), label: text, viewers: text, network: text, server: text, live: text }),
  z.object({ kind: z.literal('player'), label: text, name: text, from: text, example: z.array(text) }),
  z.object({ kind: z.literal('chain'), label: text, full: text, incremental: text, note: text }),
  z.object({ kind: z.literal('conversation'), label: text, you: text, question: text, team: text, answer: text, closed: text }),
]);
export type Picture = z.infer<typeof picture>;

/** Pictures of screens, in each language. `npm run shots -- --pictures` takes them (tests/shots/pictures.ts). */
export const screenPictures = ['preview', 'simulator', 'why', 'history', 'cap', 'consent'] as const;
export type ScreenPicture = (typeof screenPictures)[number];

const link = z.strictObject({ text, href: text.regex(/^\//) });
// Strict: an unquoted comma in a line of YAML would cut its text in two.
const titled = z.strictObject({ title: text, text });

const section = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hero'),
    /** `wind`: the large picture beside, with rows over it; `split`: a drawing beside; `sky`: centred under the wind; `plain`: centred words. */
    look: z.enum(['wind', 'split', 'sky', 'plain']),
    icon: icon.optional(),
    title: z.array(text).min(1).max(2),
    lead: text,
    disc: text.optional(),
    actions: z.array(link).max(2),
    facts: claims.optional(),
    picture: picture.optional(),
  }),
  z.object({ kind: z.literal('features'), title: text, items: z.array(feature) }),
  /** The three steps of the landing page. */
  z.object({ kind: z.literal('setup') }),
  /** What makes changes safe, as on the landing page. */
  z.object({ kind: z.literal('unique') }),
  z.object({
    kind: z.literal('points'),
    look: z.enum(['cards', 'list']),
    title: text,
    lead: text.optional(),
    items: z.array(titled.extend({ icon, text: claim, ...needs })),
  }),
  z.object({ kind: z.literal('steps'), title: text, items: z.array(titled) }),
  /** The layers of a request, from the visitor to the server. */
  z.object({
    kind: z.literal('path'),
    title: text,
    lead: text,
    from: text,
    to: text,
    items: z.array(titled.extend({ icon, text: claim, stopped: text })),
  }),
  /** The plans as cards, with the texts of the landing page. `bare`: the page header is their title. */
  z.object({ kind: z.literal('plans'), bare: z.boolean().default(false) }),
  /** Up to three large figures, by fact name. */
  z.object({
    kind: z.literal('figures'),
    title: text,
    link: link.optional(),
    items: z.array(z.strictObject({ figure: text, text, ...needs })).max(3),
  }),
  z.object({
    kind: z.literal('comparison'),
    title: text,
    lead: text,
    plan: text,
    rows: z.object({ price: text, traffic: text, requests: text, pageRules: text, minCacheTtl: text }),
    /** Features of every plan. */
    always: claims,
  }),
  z.object({
    kind: z.literal('sizes'),
    title: text,
    lead: text,
    name: text,
    cpu: text,
    ram: text,
    disk: text,
    items: z.record(z.enum(serverSizeCodes), titled),
    note: text,
  }),
  /** Quotes and logos of customers. Supplied by the brand; hidden if there are none. */
  z.object({ kind: z.literal('quotes') }),
  z.object({ kind: z.literal('logos'), title: text }),
  /** Ids of questions in src/content/faq. */
  z.object({ kind: z.literal('faq'), items: z.array(text) }),
  z.object({
    kind: z.literal('contact'),
    title: text,
    lead: text,
    mail: titled,
    ticket: titled,
    phone: titled,
    hours: titled,
  }),
  /** The support plans of the catalogue, with the names and texts of the panel. */
  z.object({ kind: z.literal('supportPlans'), title: text, lead: text, action: text, note: text }),
  z.object({
    kind: z.literal('consulting'),
    title: text,
    lead: text,
    perHour: text,
    free: text,
    items: z.array(z.object({ level: z.enum(['included', 'standard', 'expert']), name: text, text, points: claims, action: text })),
    note: text,
  }),
  z.object({
    kind: z.literal('split'),
    side: z.enum(['start', 'end']),
    title: text,
    text,
    points: claims.optional(),
    link: link.optional(),
    picture,
  }),
  z.object({ kind: z.literal('cta'), title: text, lead: text }),
]);
export type Section = z.output<typeof section>;
export type SectionByKind<K extends Section['kind']> = Extract<Section, { kind: K }>;

export const sitePage = z.object({
  title: text,
  /** The page title for search engines and tabs; the brand name is appended. */
  headTitle: text.max(64),
  description: claim.refine((words) => careful(words).length <= 170),
  ...plannedUntil,
  theme: z.enum(['dark', 'auto']).default('auto'),
  sections: z.array(section).min(1),
});
