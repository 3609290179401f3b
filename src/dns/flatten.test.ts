import dgram from 'node:dgram';
import * as packet from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { makeAddressBook } from './flatten.ts';
import { T } from './types.ts';

/** A resolver that answers each question on request. */
async function startResolver() {
  const socket = dgram.createSocket('udp4');
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const waiting: ((address: string) => void)[] = [];
  let wake = () => {};
  socket.on('message', (message, from) => {
    const query = packet.decode(message);
    const [question] = query.questions ?? [];
    waiting.push((address) => {
      const answers = [{ name: question?.name ?? '', type: 'A' as const, ttl: 60, data: address }];
      const reply = packet.encode({
        type: 'response',
        id: query.id ?? 0,
        flags: packet.RECURSION_AVAILABLE,
        questions: query.questions ?? [],
        answers,
      });
      socket.send(reply, from.port, from.address);
    });
    wake();
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** Answers the next question, or the one that waits. */
    async answer(address: string) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      for (const one of waiting.splice(0)) one(address);
    },
  };
}

test('old addresses are answered while a slow resolver is waited for, and its answer counts when it comes', async () => {
  const resolver = await startResolver();
  const clock = { now: 1_000_000 };
  const book = makeAddressBook([resolver.address], () => clock.now);
  const resolveOnce = async () => {
    const set = await book('www.target.test', T.A);
    return set && [set.data[0]?.join('.'), set.ttl];
  };
  const [first] = await Promise.all([resolveOnce(), resolver.answer('198.51.100.7')]);
  expect(first).toEqual(['198.51.100.7', 60]);
  clock.now += 61_000;
  // Nobody has answered yet, and nobody has given up either.
  expect(await resolveOnce()).toEqual(['198.51.100.7', 30]);
  await resolver.answer('198.51.100.8');
  await expect.poll(resolveOnce, { interval: 20, timeout: 10_000 }).toEqual(['198.51.100.8', 60]);
});
