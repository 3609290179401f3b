import type { z } from 'zod';
import type { ConfigurationFault } from '../../../lib/contract/cdn/configuration.ts';
import { toIssue } from '../../../lib/contract/issue.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** Where something in an imported file is. */
export type Place = Pick<ConfigurationFault, 'part' | 'index' | 'name'>;

/** Collects what is refused in an imported file, so that all reasons are shown at once. */
export class Faults {
  readonly list: ConfigurationFault[] = [];
  readonly #t: Translate;
  constructor(t: Translate) {
    this.#t = t;
  }

  add(place: Place, field: string | null, key: TKey, params?: TParams): void {
    this.list.push({ ...place, field, message: this.#t(key, params) });
  }

  /** Runs a change; a refusal is collected. @returns null when it was refused */
  async attempt<T>(place: Place, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [first] = Object.entries(error.details.fields ?? {});
      if (first) this.add(place, first[0], first[1].key, first[1].params);
      else this.add(place, null, error.code, error.details.params);
      return null;
    }
  }
}

/** The input of a call, as the call itself would check it. @throws Refusal 422 with the first fault of each field */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of error.issues.map(toIssue)) fields[field] ??= { key, params };
  throw new Refusal(422, 'error:validation', { fields });
}
