import { z } from 'astro/zod';
import { type Capability, capabilities, has } from '../../lib/rules/core/capabilities.ts';

/*
 * A text that makes a claim specifies the capability that it needs. `needs` removes the text from a build without it, `plannedUntil`
 * marks it with “Planned”. An unknown name fails the build. tests/claims.test.ts lists every claim.
 */
const text = z.string().min(1);
export const capability = z.enum(capabilities as [Capability, ...Capability[]]); // at least one

/** Keys of an object that is removed or marked if its capability is missing. */
export const needs = { needs: capability.optional() };
export const plannedUntil = { plannedUntil: capability.optional() };

/** A text, or one of two. */
export const claim = z
  .union([text, z.strictObject({ needs: capability, text, otherwise: text })])
  .transform((value) => (typeof value === 'string' ? value : has(value.needs) ? value.text : value.otherwise));

/** Short texts; one of them may be `{ needs, text }`. */
export const claims = z
  .array(z.union([text, z.strictObject({ needs: capability, text })]))
  .transform((list) => list.flatMap((item) => (typeof item === 'string' ? [item] : has(item.needs) ? [item.text] : [])));

/** The items whose capability this build has. */
export const kept = <T extends { needs?: Capability | undefined }>(items: readonly T[]): T[] =>
  items.filter((item) => item.needs === undefined || has(item.needs));

/** The missing capability of a planned text; null when it exists, or none is specified. */
export const missing = (name: Capability | undefined): Capability | null => (name === undefined || has(name) ? null : name);
