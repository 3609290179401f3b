import { z } from 'astro/zod';
import { type Capability, capabilities, type Engines, lackedAreas, listCapabilities } from '../../lib/rules/core/capabilities.ts';

/*
 * A text that makes a claim specifies the capability that it needs. Pages are built once and contain both wordings; `/capabilities.js`
 * sets `data-has` on the document to what the provider reports, and styles/claims.css hides the other wording. Without the script, the
 * careful wording is shown. An unknown name fails the build. Tests list every claim.
 */
const text = z.string().min(1);
export const capability = z.enum(capabilities as [Capability, ...Capability[]]); // at least one

/** Keys of an object that is hidden without a capability, or with one. */
export const needs = { needs: capability.optional(), unless: capability.optional() };
/** Marks the object as planned without the capability. */
export const plannedUntil = { plannedUntil: capability.optional() };

/** A text, or one of two. */
export const claim = z.union([text, z.strictObject({ needs: capability, text, otherwise: text })]);
export type Claim = z.infer<typeof claim>;

interface Marked {
  needs?: Capability | undefined;
  unless?: Capability | undefined;
}

/** Left out of the pages of a brand for which it doesn't hold (`Repeat.astro`). */
const ifBrand = z.enum(['aroundTheClock']).optional();

/** Short texts, each of which may depend on a capability or on the brand. */
export const claims = z.array(
  z.union([
    text.transform((words): Marked & { text: string; ifBrand?: z.infer<typeof ifBrand> } => ({ text: words })),
    z.strictObject({ text, ifBrand, ...needs }),
  ]),
);

/** The wording that holds in every installation: for search engines, exports and everything else that is fixed by a build. */
export const careful = (words: Claim): string => (typeof words === 'string' ? words : words.otherwise);

/** The attributes of an element that is hidden without a capability, or with one. */
export const marks = ({ needs, unless }: Marked) => ({
  'data-needs': needs,
  'data-unless': unless,
});

/** The value of `data-has`, which decides what is shown. */
export const dataHas = (engines: Engines | null | undefined): string => (engines ? listCapabilities(engines).join(' ') : '');

/** The value of `data-lacks`: what belongs to these areas (`data-area`) is hidden. */
export const dataLacks = (engines: Engines | null | undefined): string => lackedAreas(engines).join(' ');
