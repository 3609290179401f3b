import { connectUnix } from '../../lib/node/unixSocket.ts';
import type { Qmp } from './qmp.ts';
import { readRows } from './rows.ts';

const RESPONSE_MS = 10_000;
/** Resets the agent's parser, which may be in the middle of a command of an earlier connection. */
const RESET = 0xff;

/** Whether an agent is connected. Without one, a command would only wait. */
export async function hasAgent(qmp: Qmp): Promise<boolean> {
  const devices = await qmp.execute<{ label: string; 'frontend-open': boolean }[]>('query-chardev');
  return devices.some((device) => device.label === 'agent' && device['frontend-open']);
}

interface Reply {
  return?: unknown;
  error?: { desc: string };
}

/**
 * Runs a command of the guest agent (`qemu-ga`), on a connection of its own.
 * @param path its socket
 * @returns what the command returns, by its documentation
 * @throws when no agent runs in the guest, or it refuses the command
 */
export async function runAgent<T = unknown>(path: string, command: string, args: object = {}, timeoutMs = RESPONSE_MS): Promise<T> {
  const socket = connectUnix(path);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error('the guest agent does not respond')), timeoutMs);
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the machine ended')));
  const id = Math.floor(Math.random() * 2 ** 31);
  let isSynchronized = false;
  readRows(socket, (text) => {
    // The response to `guest-sync-delimited` begins with the same byte.
    const reply = parseReply(text.slice(Math.max(0, text.indexOf('{'))));
    if (!isSynchronized) {
      if (reply?.return !== id) return;
      isSynchronized = true;
      socket.write(`${JSON.stringify({ execute: command, arguments: args })}\n`);
    } else if (reply?.error) reject(new Error(`${command}: ${reply.error.desc}`));
    else if (reply) resolve(reply.return as T); // by the documentation of the command
  });
  socket.write(
    Buffer.concat([Buffer.from([RESET]), Buffer.from(`${JSON.stringify({ execute: 'guest-sync-delimited', arguments: { id } })}\n`)]),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function parseReply(text: string): Reply | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
