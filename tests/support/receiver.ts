import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startOrigin } from './origin.ts';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** As sent, in either format. */
  entries: Record<string, unknown>[];
}

export interface Receiver {
  port: number;
  url: string;
  batches: Received[];
  /** The titles of all received entries, in order. */
  names(): string[];
  /** How it responds to batches from now on, after reading them. */
  answer: (response: ServerResponse) => void;
  stop(): Promise<unknown>;
}

const receivedEntries = (body: string, type = ''): Record<string, unknown>[] =>
  type.startsWith('application/json')
    ? [JSON.parse(body)].flat()
    : body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A customer's log collector, on 127.0.0.1. It stops with the test. */
export async function startReceiver(): Promise<Receiver> {
  const batches: Received[] = [];
  const origin = await startOrigin(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { url = '', headers } = request;
    batches.push({ path: url, headers, body, entries: receivedEntries(body, headers['content-type']) });
    receiver.answer(response);
  });
  const receiver: Receiver = {
    port: origin.port,
    url: `http://127.0.0.1:${origin.port}/in`,
    batches,
    names: () => batches.flatMap(({ entries }) => entries.map(({ entity }) => String((entity as { name: string }).name))),
    answer: (response) => void response.writeHead(204).end(),
    stop: origin.stop,
  };
  return receiver;
}

/** Validates a batch as the guide describes for receivers. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-nasim-signature'])) ?? [];
  return v1 !== undefined && v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
}
