import { S3Error } from '../s3Error.ts';
import { readXml, type Xml } from '../xml.ts';

export interface CorsRule {
  id?: string;
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  /** Seconds. */
  maxAge: number | null;
}

const METHODS = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];
const MAX_RULES = 100;

/** Reads the body of PutBucketCors. @throws S3Error */
export function parseCors(text: string): CorsRule[] {
  const many = ['text'] as const;
  const { CORSRule } = readXml(text, 'CORSConfiguration', {
    CORSRule: [{ ID: 'text', AllowedOrigin: many, AllowedMethod: many, AllowedHeader: many, ExposeHeader: many, MaxAgeSeconds: 'text' }],
  });
  const trimmed = (texts: readonly string[]) => texts.map((one) => one.trim());
  const rules = CORSRule.map(({ ID, AllowedOrigin, AllowedMethod, AllowedHeader, ExposeHeader, MaxAgeSeconds }) => ({
    ...(ID !== undefined && { id: ID }),
    origins: trimmed(AllowedOrigin),
    methods: trimmed(AllowedMethod),
    headers: trimmed(AllowedHeader),
    exposed: trimmed(ExposeHeader),
    maxAge: MaxAgeSeconds === undefined ? null : Number(MaxAgeSeconds),
  }));
  const isRule = ({ id = '', origins, methods, headers, exposed, maxAge }: CorsRule) =>
    id.length <= 255 &&
    origins.length > 0 &&
    methods.length > 0 &&
    methods.every((method) => METHODS.includes(method)) &&
    [...origins, ...headers].every((one) => one !== '' && one.split('*').length <= 2) &&
    // They are returned as headers.
    [...origins, ...headers, ...exposed].every((one) => /^[\x21-\x7e]*$/.test(one)) &&
    (maxAge === null || (Number.isSafeInteger(maxAge) && maxAge >= 0));
  if (rules.length === 0 || rules.length > MAX_RULES || !rules.every(isRule))
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema.');
  return rules;
}

export const corsXml = (rules: readonly CorsRule[]): Xml => ({
  CORSRule: rules.map(({ id, origins, methods, headers, exposed, maxAge }) => ({
    ID: id,
    AllowedOrigin: origins,
    AllowedMethod: methods,
    AllowedHeader: headers,
    ExposeHeader: exposed,
    MaxAgeSeconds: maxAge ?? undefined,
  })),
});

/** One `*` in a pattern matches anything. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.toLowerCase().split('*');
  const value = text.toLowerCase();
  return end === undefined ? value === start : value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
}

/**
 * Headers of a response for a page of `origin` (Fetch, section 3.3); null: browsers must not expose it to that page.
 * @param method of the request, or requested by a preflight
 * @param requested headers requested by a preflight
 */
export function corsHeaders(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  requested: readonly string[],
): Record<string, string> | null {
  const rule = rules.find(
    ({ origins, methods, headers }) =>
      origins.some((one) => matches(one, origin)) &&
      methods.includes(method) &&
      requested.every((name) => headers.some((one) => matches(one, name))),
  );
  if (!rule) return null;
  return {
    // Without credentials: requests are authorized by their signature, not by cookies.
    'access-control-allow-origin': rule.origins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(requested.length > 0 && { 'access-control-allow-headers': requested.join(', ') }),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(rule.maxAge !== null && { 'access-control-max-age': String(rule.maxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}
