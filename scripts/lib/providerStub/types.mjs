// TypeScript of the inputs and outputs of calls, from their schemas.
import { z } from 'zod';

const upper = (name) => name[0].toUpperCase() + name.slice(1);
const property = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '');

/** A schema as a type. @param named collects the names of shared types that it uses */
function toType(schema, named, indent = '') {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    named.add(name);
    return name;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ') || 'never';
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((one) => toType(one, named, indent)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${toType(one, named, indent)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type }, named, indent)).join(' | ');
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean' || schema.type === 'null') return schema.type;
  if (schema.type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => toType(one, named, indent)).join(', ')}]`;
    return `(${toType(schema.items ?? true, named, indent)})[]`;
  }
  if (schema.type === 'object') return toObjectType(schema, named, indent);
  return 'unknown';
}

function toObjectType({ properties = {}, required = [], additionalProperties, propertyNames }, named, indent) {
  const names = Object.entries(properties);
  if (names.length === 0) {
    if (typeof additionalProperties !== 'object') return 'Record<string, never>';
    const keys = propertyNames ? toType(propertyNames, named, indent) : 'string';
    const record = `Record<${keys}, ${toType(additionalProperties, named, indent)}>`;
    return required.length > 0 || keys === 'string' ? record : `Partial<${record}>`;
  }
  const inner = `${indent}  `;
  const fields = names.map(([name, schema]) => {
    const isRequired = required.includes(name);
    return `${comment(schema.description, inner)}${inner}${property(name)}${isRequired ? '' : '?'}: ${toType(schema, named, inner)}${isRequired ? '' : ' | undefined'};`;
  });
  return `{\n${fields.join('\n')}\n${indent}}`;
}

const toSchema = (type, io) => z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** The types that several groups use, from the components of the OpenAPI document. */
export function sharedTypes({ components: { schemas } }) {
  const { Error: _, ...own } = schemas;
  const types = Object.entries(own).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${toType(schema, new Set())};`,
  );
  return `// Generated from the contract.\n\n${types.join('\n\n')}\n`;
}

/** The inputs, outputs and handlers of a group. Handlers get an input that was read: with its defaults. */
export function callTypes(group, calls) {
  const named = new Set();
  const types = Object.values(calls).map((call) => {
    const name = `${upper(group)}${upper(call.id[1])}`;
    const output = call.downloads
      ? 'FileAnswer'
      : call.events
        ? 'ReadableStream<Uint8Array>'
        : toType(toSchema(call.output, 'input'), named);
    return `${comment(`Input of \`${call.method} ${call.path}\`.`, '')}export type ${name}Input = ${toType(toSchema(call.input, 'output'), named)};\nexport type ${name}Output = ${output};`;
  });
  const handlers = Object.values(calls).map((call) => {
    const name = `${upper(group)}${upper(call.id[1])}`;
    return `${comment(call.summary, '  ')}  ${call.id[1]}: Handler<${name}Input, ${name}Output>;`;
  });
  const hasFiles = Object.values(calls).some(({ downloads }) => downloads);
  return `// Generated from the contract.
import type { ${hasFiles ? 'FileAnswer, ' : ''}Handler } from '../handler.ts';
${named.size > 0 ? `import type { ${[...named].sort().join(', ')} } from './shared.ts';\n` : ''}
${types.join('\n\n')}

export interface ${upper(group)}Handlers {
${handlers.join('\n')}
}
`;
}
