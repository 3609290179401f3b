import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Client } from './client.ts';
import { Failure } from './failure.ts';
import { everywhere, parsed } from './flags.ts';

/** A message of JSON-RPC 2.0, as far as it is read here. */
interface Message {
  id?: string | number;
  method?: string;
  result?: { protocolVersion?: string };
}

export const mcpFlags = (words: readonly string[]) =>
  parsed(() => parseArgs({ args: [...words], options: everywhere, strict: true })).values;

/**
 * Connects an agent on this computer with the tools of the portal: messages of the Model Context Protocol are lines of standard input, and
 * the responses of `/api/mcp` are lines of standard output. Ends with standard input.
 */
export async function mcp(client: Client): Promise<void> {
  let version: string | undefined;
  const write = (message: unknown) => void process.stdout.write(`${JSON.stringify(message)}\n`);
  const pass = async (line: string) => {
    let message: Message;
    try {
      message = JSON.parse(line) as Message; // read with care: the server checks it
    } catch {
      return write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'The message isn’t JSON.' } });
    }
    try {
      const response = await client.send({
        method: 'POST',
        path: '/mcp',
        body: line,
        headers: { accept: 'application/json, text/event-stream', ...(version && { 'mcp-protocol-version': version }) },
        isRepeatable: false,
      });
      for (const answer of messagesIn(await response.text())) {
        if (message.method === 'initialize') version = answer.result?.protocolVersion ?? version;
        write(answer);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A notification has no response.
      if (message.id !== undefined) write({ jsonrpc: '2.0', id: message.id, error: { code: -32_603, message: error.message } });
    }
  };
  const open = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const passed = pass(line).finally(() => open.delete(passed));
    open.add(passed);
    // What follows needs its version.
    if (version === undefined) await passed;
  }
  await Promise.all(open);
}

/** The messages of a response: JSON, or events with JSON. */
function messagesIn(text: string): Message[] {
  if (text.trim() === '') return [];
  if (text.trimStart().startsWith('{')) return [JSON.parse(text) as Message]; // of the portal
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Message);
}
