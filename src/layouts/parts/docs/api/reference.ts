import type { NamedCall } from '../../../../lib/contract/call.ts';
import { contract } from '../../../../lib/contract/index.ts';
import { openapi, writtenText } from '../../../../lib/contract/openapi.ts';
import { bundles } from '../../../../lib/i18n/bundles.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import { exampleRequest } from './example.ts';
import { type Field, type Schema, type Schemas, schemaFields } from './schema.ts';

/** A call as shown on its page. Everything comes from the contract: a new call is added with the next build. */
export interface ReferenceCall {
  /** Its heading's ID: the name of the call in its group. */
  slug: string;
  call: NamedCall;
  fields: readonly Field[];
  answer: readonly Field[];
  /** For a stream: the fields of each event's JSON. */
  events: readonly { name: string; fields: readonly Field[] }[];
  curl: string;
}

export interface ReferenceGroup {
  /** Address under `/docs/api`, and the group's name in the contract. */
  slug: string;
  calls: readonly ReferenceCall[];
}

interface Operation {
  parameters?: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: { 200: { content: Record<string, { schema: Schema; 'x-events'?: Record<string, Schema> }> } };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

let made: { origin: string; groups: ReferenceGroup[] } | undefined;

/**
 * The groups of the contract in order, each with its calls.
 *
 * @param origin of this site, used in the examples
 */
export function referenceGroups(origin: string): readonly ReferenceGroup[] {
  if (made?.origin !== origin) {
    const document = openapi(origin) as unknown as Document; // its own shape, which `openapi` types as plain JSON
    const groups = Object.entries(contract).map(([slug, calls]) => ({
      slug,
      calls: (Object.values(calls) as NamedCall[]).map((call) => referenceCall(call, document, origin)),
    }));
    made = { origin, groups };
  }
  return made.groups;
}

function referenceCall(call: NamedCall, { paths, components: { schemas } }: Document, origin: string): ReferenceCall {
  const operation = paths[call.path]?.[call.method.toLowerCase()];
  if (!operation) throw new Error(`${call.path} is not in the OpenAPI document`);
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const sent: Schema =
    call.method === 'GET'
      ? {
          properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
          required: query.flatMap(({ name, required }) => (required ? [name] : [])),
        }
      : (Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {});
  const content = Object.values(operation.responses[200].content)[0];
  const answer = content?.schema ?? {};
  return {
    slug: call.id[1],
    call,
    fields: schemaFields(sent, schemas),
    answer: call.events || call.downloads ? [] : schemaFields(answer, schemas),
    events: Object.entries(content?.['x-events'] ?? {}).map(([name, data]) => ({ name, fields: schemaFields(data, schemas) })),
    curl: exampleRequest(call, origin),
  };
}

/** The display name of a group; without a text, its name in the contract. */
export function groupTitle(slug: string, locale: Locale): string {
  const { group } = bundles[locale].docs.api as { group: Record<string, string> }; // docs.json
  return group[slug] ?? slug;
}

/** The errors of a call beyond the general ones: code, and message with placeholders. */
export const callRefusals = (call: NamedCall, locale: Locale): { code: string; message: string }[] =>
  call.errors.map((code) => ({ code, message: cleanText(writtenText(code, locale)) }));

/** Texts contain `{{name}}`; readers see `{name}`. */
export const cleanText = (text: string): string => text.replace(/\{\{\s*(\w+)[^}]*\}\}/g, '{$1}');
