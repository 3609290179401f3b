import { connect } from 'node:net';
import { expect } from 'vitest';
import { test } from '../support/portal.ts';

test('a visitor who leaves before a page is drawn costs one line in the log', async ({ portal }) => {
  const before = portal.output().length;
  const output = () => portal.output().slice(before);
  const { hostname, port } = new URL(portal.url);
  const leave = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /status HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.resetAndDestroy()),
      );
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  await expect
    .poll(
      async () => {
        for (let i = 0; i < 10; i++) await leave();
        return output();
      },
      { timeout: 60_000 },
    )
    .toContain('A visitor left before the page was drawn: "/status"');
  expect(output()).not.toMatch(/\[ERROR\]|\n {4}at /);
});
