import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Node 24: the one that came with the install, else this one when it is new enough (docs/decisions/0001). */
export function node24() {
  const own = resolve('node_modules/.bin/node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(`Nasim needs Node 22.18 or newer; this is ${process.versions.node}. On Linux it comes with "npm ci".`);
  process.exit(1);
}

/** Runs a command to its end; rejects with its exit code. */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, ...options });
    child.once('error', fail);
    child.once('exit', (code, signal) => (code === 0 ? done() : fail(Object.assign(new Error(`${command} ${args[0] ?? ''} ended with ${signal ?? code}`), { code: code ?? 1 }))));
  });
}

export const runNode = (args, options) => run(node24(), args, options);
