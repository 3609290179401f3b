import { z } from 'zod';

/**
 * A kind of job: its name and its payload. Those who enqueue it and its handler import the kind, and not each other. Names, the fields
 * of payloads and keys are stored, also by older versions: they don't change.
 */
export interface JobKind<P extends object = object> {
  name: string;
  payload: z.ZodType<P>;
  /** At most one job waits under a key. */
  keyOf(payload: P): string;
}
export type Payload<K extends JobKind> = z.output<K['payload']>;

/** @param subject what only one job waits for, such as the ID of a domain; without it, there is one of this kind */
export const job = <P extends object = Record<string, never>>(
  name: string,
  payload: z.ZodType<P> = z.object({}) as z.ZodType<object> as z.ZodType<P>, // the default of P
  subject?: (payload: P) => string | number,
): JobKind<P> => ({ name, payload, keyOf: (values) => (subject ? `${name}:${subject(values)}` : name) });
