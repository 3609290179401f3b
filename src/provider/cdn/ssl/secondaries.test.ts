import dgram from 'node:dgram';
import { once } from 'node:events';
import * as packet from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { secondariesServe } from './secondaries.ts';

/** A secondary with these TXT records. @returns its address */
async function secondary(records: Record<string, string[]>, isSilent = false): Promise<string> {
  const socket = dgram.createSocket('udp4', (message, { port, address }) => {
    if (isSilent) return;
    const { id, questions = [] } = packet.decode(message);
    const [question] = questions;
    const found = records[question?.name ?? ''];
    const answers = (found ?? []).map((data) => ({ type: 'TXT' as const, name: question?.name ?? '', ttl: 1, data }));
    // NXDOMAIN is 3.
    socket.send(
      packet.encode({ type: 'response', id, flags: packet.AUTHORITATIVE_ANSWER | (found ? 0 : 3), questions, answers }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const name = '_acme-challenge.example.com';
const served = (servers: string[], requested: typeof challenges, timeoutMs?: number) =>
  secondariesServe(servers, requested, new AbortController().signal, timeoutMs);
const challenges = [{ host: 'example.com', answer: 'print' }];

test('all secondaries must have the record of a challenge; an old one or none isn’t enough', async () => {
  const ready = await secondary({ [name]: ['other', 'print'] });
  const old = await secondary({ [name]: ['before'] });
  const none = await secondary({});
  expect(await served([], challenges)).toBe(true);
  expect(await served([ready], challenges)).toBe(true);
  expect(await served([ready, old], challenges)).toBe(false);
  expect(await served([none, ready], challenges)).toBe(false);
  expect(await served([ready], [...challenges, { host: 'www.example.com', answer: 'print' }])).toBe(false);
});

test('a secondary that doesn’t answer holds nothing up', async () => {
  const ready = await secondary({ [name]: ['print'] });
  expect(await served([await secondary({}, true), ready], challenges, 100)).toBe(true);
});
