/** A JSON Schema as zod writes it: what the reference reads of it. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema | false;
  prefixItems?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  contentMediaType?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
}
export type Schemas = Readonly<Record<string, Schema>>;

/** One line of the reference: a field of an input or of an answer. */
export interface Field {
  /** From the outermost object on: `creates[].name`. */
  name: string;
  depth: number;
  /** As in `string`, `integer | "auto"`, `DnsRecord[]`. */
  type: string;
  required: boolean;
  nullable: boolean;
  /** JSON. */
  default: string | undefined;
  limits: Limits;
  /** The only values that it may have. */
  values: readonly string[];
  about: string | undefined;
}
export interface Limits {
  value?: string;
  characters?: string;
  items?: string;
  pattern?: string;
}

const MAX_DEPTH = 3;
/** A pattern longer than this says nothing to a reader. */
const MAX_PATTERN = 48;

const named = (ref: string): string => ref.split('/').at(-1) ?? ref;
const follow = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref ? { ...schemas[named(schema.$ref)], ...(schema.description && { description: schema.description }) } : schema;
const isNull = ({ type }: Schema): boolean => type === 'null';
const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type);

/** The variants of a value, without null. */
function variants(schema: Schema, schemas: Schemas): Schema[] {
  const several = schema.anyOf ?? schema.oneOf;
  if (!several) return [schema];
  return several.flatMap((one) => variants(one, schemas)).filter((one) => !isNull(follow(one, schemas)));
}

/** What a list holds. A tuple is a list of any of its parts. */
const itemsOf = ({ items, prefixItems }: Schema): Schema | undefined => items || (prefixItems && { anyOf: prefixItems });

function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.$ref) return named(schema.$ref);
  const all = variants(schema, schemas);
  if (all.length !== 1 || all[0] !== schema) return [...new Set(all.map((one) => typeOf(one, schemas)))].join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.type === 'array') {
    const of = typeOf(itemsOf(schema) ?? {}, schemas);
    return of.includes(' ') ? `(${of})[]` : `${of}[]`;
  }
  if (schema.contentMediaType) return 'file';
  const own = typesOf(schema)
    .filter((type) => type !== 'null')
    .join(' | ');
  return schema.format ? `${own} (${schema.format})` : own || 'any';
}

const range = (from: number | undefined, to: number | undefined): string | undefined => {
  const low = from === undefined || from <= -Number.MAX_SAFE_INTEGER ? undefined : from;
  const high = to === undefined || to >= Number.MAX_SAFE_INTEGER ? undefined : to;
  if (low === undefined && high === undefined) return undefined;
  return low === undefined ? `≤ ${high}` : high === undefined ? `≥ ${low}` : low === high ? `${low}` : `${low}–${high}`;
};

function limitsOf(all: readonly Schema[]): Limits {
  const found: Limits = {};
  for (const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } of all) {
    const [value, characters, items] = [range(minimum, maximum), range(minLength, maxLength), range(minItems, maxItems)];
    if (value) found.value = value;
    if (characters) found.characters = characters;
    if (items) found.items = items;
    if (pattern && !format && pattern.length <= MAX_PATTERN) found.pattern = pattern;
  }
  return found;
}

/**
 * The fields of an object, each followed by those inside of it.
 *
 * @param schemas the named schemas that `$ref` means
 */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = '', depth = 0, open: readonly string[] = []): Field[] {
  const objects = variants(follow(schema, schemas), schemas).map((one) => follow(one, schemas));
  const rows = new Map<string, { schema: Schema; required: boolean }>();
  for (const { properties = {}, required = [] } of objects)
    for (const [name, one] of Object.entries(properties))
      if (!rows.has(name))
        rows.set(name, { schema: one, required: required.includes(name) && objects.every((other) => other.required?.includes(name)) });
  return [...rows].flatMap(([name, { schema: own, required }]) => fieldRows(`${prefix}${name}`, own, required, schemas, depth, open));
}

function fieldRows(name: string, own: Schema, required: boolean, schemas: Schemas, depth: number, open: readonly string[]): Field[] {
  const full = follow(own, schemas);
  const all = variants(full, schemas).map((one) => follow(one, schemas));
  const values = all.flatMap(({ enum: some = [] }) => some.map((value) => JSON.stringify(value)));
  const row: Field = {
    name,
    depth,
    type: typeOf(own, schemas),
    required,
    nullable: typesOf(full).includes('null') || [...(full.anyOf ?? []), ...(full.oneOf ?? [])].some((one) => isNull(follow(one, schemas))),
    default: own.default === undefined ? undefined : JSON.stringify(own.default),
    limits: limitsOf(all),
    values,
    about: full.description,
  };
  const inner = all.map((one) => {
    const items = one.type === 'array' ? itemsOf(one) : undefined;
    return items ? { suffix: '[].', schema: items } : { suffix: '.', schema: one };
  });
  const refs = [own, ...variants(full, schemas), ...inner.map((one) => one.schema)].flatMap(({ $ref }) => ($ref ? [named($ref)] : []));
  if (depth >= MAX_DEPTH || refs.some((ref) => open.includes(ref))) return [row];
  return [row, ...inner.flatMap((one) => fieldsOf(one.schema, schemas, `${name}${one.suffix}`, depth + 1, [...open, ...refs]))];
}
