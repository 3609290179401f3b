import type { Schema } from '../lib/contract/operations.ts';

/** The schemas that a value may have: references resolved, unions taken apart. */
export function branches(schema: Schema, root: Schema): Schema[] {
  if (schema.$ref !== undefined) {
    const definition = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return definition ? branches(definition, root) : [{}];
  }
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap((one) => branches(one, root)) : [schema];
}

/** The texts that a value must be one of; null: others are possible. */
export function choices(schema: Schema, root: Schema): string[] | null {
  const found: string[] = [];
  for (const one of branches(schema, root)) {
    if (one.enum) found.push(...one.enum.map(String));
    else if (one.const !== undefined) found.push(String(one.const));
    else if (one.type !== 'null') return null;
  }
  return found.length > 0 ? found : null;
}

/** Whether it is a switch: true or false, also as text in a query. */
export const isSwitch = (schema: Schema, root: Schema): boolean =>
  branches(schema, root).every(
    ({ type, enum: values }) => type === 'boolean' || values?.every((one) => one === 'true' || one === 'false') === true,
  );

export const isNullable = (schema: Schema, root: Schema): boolean => branches(schema, root).some(({ type }) => type === 'null');

/** A list whose items are single values, so that its flag can be given several times. */
export function listItem(schema: Schema, root: Schema): Schema | null {
  const [list, ...others] = branches(schema, root).filter(({ type }) => type !== 'null');
  if (list?.type !== 'array' || !list.items || others.length > 0) return null;
  return branches(list.items, root).some(({ type, properties }) => type === 'object' || type === 'array' || properties) ? null : list.items;
}

/** What a value is, in a word for help and errors. */
export function kindOf(schema: Schema, root: Schema): string {
  const known = choices(schema, root);
  if (known) return known.join('|');
  if (listItem(schema, root)) return `${kindOf(listItem(schema, root) ?? {}, root)}…`;
  const kinds = branches(schema, root).flatMap(({ type, const: value, enum: values }) =>
    value !== undefined
      ? [String(value)]
      : values
        ? values.map(String)
        : type === 'null'
          ? []
          : [{ string: 'text', integer: 'number', array: 'json', object: 'json' }[String(type)] ?? type ?? 'json'],
  );
  return [...new Set(kinds)].join('|');
}

/**
 * A text of the command line as a value of the schema.
 * @throws RangeError with what it must be
 */
export function toValue(text: string, schema: Schema, root: Schema): unknown {
  const all = branches(schema, root);
  const types = new Set(all.map(({ type }) => type));
  if (types.has('null') && text === 'null') return null;
  for (const { const: value, enum: values } of all) {
    const found = (values ?? (value === undefined ? [] : [value])).find((one) => String(one) === text);
    if (found !== undefined) return found;
  }
  const number = /^-?[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  if (types.has('number') ? Number.isFinite(number) : types.has('integer') && Number.isInteger(number)) return number;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (all.some(({ type, enum: values, const: value }) => type === 'string' && !values && value === undefined)) return text;
  if (types.has('object') || types.has('array') || types.has(undefined)) {
    try {
      return JSON.parse(text);
    } catch {
      if (!all.some(({ type, enum: values, const: value }) => type === undefined && !values && value === undefined))
        throw new RangeError('must be JSON');
      // Values that the contract reads in a form of its own.
      return text;
    }
  }
  throw new RangeError(mustBe(schema, root));
}

function mustBe(schema: Schema, root: Schema): string {
  const known = choices(schema, root);
  return known ? `must be one of ${known.join(', ')}` : `must be: ${kindOf(schema, root)}`;
}

/**
 * What is wrong with an input before it is sent: types, choices, ranges, missing and unknown fields. Everything else is checked by the
 * server, whose messages are in the caller's language.
 * @returns field and reason of each; the field is empty for the input itself
 */
export function faults(value: unknown, schema: Schema, root: Schema, field = ''): { field: string; reason: string }[] {
  const all = branches(schema, root);
  if (all.length !== 1) {
    const each = all.map((one) => faults(value, one, root, field));
    if (each.some((found) => found.length === 0)) return [];
    // The branch of the same type has the best reason.
    return each.find((found) => found.every((one) => one.field !== field)) ?? [{ field, reason: mustBe(schema, root) }];
  }
  const one = all[0] ?? {};
  if (one.enum || one.const !== undefined) {
    const values = one.enum ?? [one.const];
    return values.includes(value) ? [] : [{ field, reason: mustBe(one, root) }];
  }
  if (!hasType(value, one.type)) return [{ field, reason: mustBe(one, root) }];
  if (typeof value === 'number') {
    if (one.minimum !== undefined && value < one.minimum) return [{ field, reason: `must be at least ${one.minimum}` }];
    if (one.maximum !== undefined && value > one.maximum) return [{ field, reason: `must be at most ${one.maximum}` }];
  }
  const inside = (name: string | number) => (field === '' ? String(name) : `${field}.${name}`);
  if (Array.isArray(value)) return value.flatMap((item, index) => faults(item, one.items ?? {}, root, inside(index)));
  if (typeof value !== 'object' || value === null || !one.properties) return [];
  const { properties, required = [] } = one;
  const missing = required.filter((name) => !(name in value)).map((name) => ({ field: inside(name), reason: 'is required' }));
  const wrong = Object.entries(value).flatMap(([name, item]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? faults(item, known, root, inside(name)) : [{ field: inside(name), reason: 'is unknown' }];
  });
  return [...missing, ...wrong];
}

function hasType(value: unknown, type: Schema['type']): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
