import { z } from 'zod';
import type { NamedCall } from './call.ts';
import { allCalls, isForKeys } from './openapi.ts';

/** JSON Schema of one value, as far as the schemas of inputs use it. */
export interface Schema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
}

/** A call as programs use it, without code: what a command or a tool is made from. */
export interface Operation
  extends Pick<NamedCall, 'method' | 'body' | 'path' | 'summary' | 'area' | 'money' | 'safe' | 'idempotent' | 'bodyLimit'> {
  /** As in `dns.create`. */
  id: string;
  /** JSON Schema of the input, complete in itself: `$ref` refers to its own `$defs`. */
  input: Schema;
  example: unknown;
}

/** The operations that API keys may call, in the order of the contract. Streams aren’t among them. */
export const keyOperations = (): Operation[] =>
  allCalls()
    .filter((call) => isForKeys(call) && !call.events)
    .map((call) => ({
      id: call.id.join('.'),
      method: call.method,
      body: call.body,
      path: call.path,
      summary: call.summary,
      area: call.area,
      money: call.money,
      safe: call.safe,
      idempotent: call.idempotent,
      bodyLimit: call.bodyLimit,
      input: inputSchema(call),
      example: call.example,
    }));

function inputSchema(call: NamedCall): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  return schema as Schema; // the keywords above are those that zod writes for inputs
}
