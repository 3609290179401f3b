import { closeSync, constants, openSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';

/* The path of a Unix socket has at most 107 bytes (unix(7)). One through a descriptor of its folder is short, wherever the folder is. */

const openFolder = (path: string): number => openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
const pathThrough = (folder: number, path: string): string => `/proc/self/fd/${folder}/${basename(path)}`;

/** Connects to a socket, however long its path is. A failure is an event `error`, as with `connect`. */
export function connectUnix(path: string): Socket {
  let folder: number;
  try {
    folder = openFolder(path);
  } catch {
    // It fails too, with the same reason.
    return connect(path);
  }
  // For Unix sockets, the system connects within the call.
  const socket = connect(pathThrough(folder, path));
  closeSync(folder);
  return socket;
}

/** Listens on a socket, however long its path is. @throws when it can't */
export async function listenUnix(server: Server, path: string): Promise<void> {
  const folder = openFolder(path);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(pathThrough(folder, path), resolve));
  } catch (error) {
    closeSync(folder);
    throw error;
  }
  // Node removes the socket by this path when the server closes.
  server.once('close', () => closeSync(folder));
}
