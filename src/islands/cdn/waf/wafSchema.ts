import type { z } from 'zod';
import type { FormSchema } from '../../../browser/forms/resolver.ts';
import { pathFault } from '../../../lib/rules/cdn/edge/pathFault.ts';

/** A form's schema that also validates the path against the domain, with the provider's messages. */
export const withPathCheck = <S extends FormSchema>(schema: S, domainName: string): S =>
  schema.superRefine((value, ctx) => {
    const path = (value as { path?: string }).path; // both forms have one
    const found = path ? pathFault(path, domainName) : null;
    if (found) ctx.addIssue({ code: 'custom', path: ['path'], message: found.key, params: found.params });
  }) as S & z.ZodType; // a refinement has the shape of its base
