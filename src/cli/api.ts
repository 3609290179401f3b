import { parseArgs } from 'node:util';
import type { Client } from './client.ts';
import { usage } from './failure.ts';
import { readText } from './files.ts';
import { everywhere, parsed } from './flags.ts';
import type { Terminal } from './output.ts';

const options = {
  ...everywhere,
  field: { type: 'string', short: 'f', multiple: true },
  typed: { type: 'string', short: 'F', multiple: true },
  input: { type: 'string' },
  'idempotency-key': { type: 'string' },
} as const;

export function apiFlags(words: readonly string[]) {
  const { values, positionals } = parsed(() => parseArgs({ args: [...words], options, allowPositionals: true, strict: true }));
  const [method = '', path = ''] = positionals;
  if (positionals.length !== 2 || !/^(GET|POST)$/i.test(method) || !path.startsWith('/'))
    throw usage('Use it as in: nasim api GET /domain/list');
  return { method: method.toUpperCase(), path: path.replace(/^\/api(?=\/)/, ''), ...values };
}

/** Sends a call as it is given, and prints the response as it is. */
export async function api(client: Client, terminal: Terminal, flags: ReturnType<typeof apiFlags>): Promise<void> {
  const { method, path, input, 'idempotency-key': key } = flags;
  const fields = Object.fromEntries([
    ...(flags.field ?? []).map((one) => split(one)),
    ...(flags.typed ?? []).map((one) => {
      const [name, text] = split(one);
      try {
        return [name, JSON.parse(text)] as const;
      } catch {
        throw usage(`-F ${name}: the value must be JSON. Use -f for text.`);
      }
    }),
  ]);
  if (input !== undefined && Object.keys(fields).length > 0) throw usage('--input excludes -f and -F.');
  if (input !== undefined && method === 'GET') throw usage('GET has no --input. Use -f.');
  const response = await client.send({
    method,
    path,
    ...(method === 'GET' ? { query: fields } : { body: input === undefined ? JSON.stringify(fields) : await readText(input) }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    isRepeatable: method === 'GET' || key !== undefined,
  });
  terminal.out((await response.text()).replace(/\n$/, ''));
}

function split(text: string): [string, string] {
  const index = text.indexOf('=');
  if (index < 1) throw usage(`“${text}” must be FIELD=VALUE.`);
  return [text.slice(0, index), text.slice(index + 1)];
}
