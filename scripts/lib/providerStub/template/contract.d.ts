export type Language = 'en' | 'fa' | 'ar' | 'es';
export interface Call {
  group: string;
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body: 'none' | 'json' | 'multipart';
  /** Bytes. */
  bodyLimit: number;
  access: 'public' | 'session';
  isFile: boolean;
  isStream: boolean;
}

/** The calls of the contract, as `GET /domain/list`. */
export const calls: ReadonlyMap<string, Call>;
/** The language of an `Accept-Language` header. */
export function readLanguage(header: string | undefined): Language;
/** The text of a code of the contract, such as `error:notFound`. */
export function formatText(code: string, language: Language, params?: Record<string, string | number>): string;
/** The input in a query string. */
export function queryInput(params: URLSearchParams): Record<string, string>;
/** Checks an input against the contract. `fields`: the messages of its faults by field. */
export function readInput(
  route: string,
  value: unknown,
  language: Language,
): { input: unknown } | { fields: Record<string, string>; message: string };
/** What is wrong with an output, in English; null: nothing. */
export function outputFault(route: string, value: unknown): string | null;
