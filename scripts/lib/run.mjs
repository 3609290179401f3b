import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scripts work from the root of the repository, wherever they were called. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
process.chdir(root);

const installed = join(root, 'node_modules', '.bin');

/** Node 24: the one that came with the install, else this one when it is new enough (docs/decisions/0001). */
export function node24() {
  const own = join(installed, 'node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(`Nasim needs Node 22.18 or newer; this is ${process.versions.node}. On Linux it comes with "npm ci".`);
  process.exit(1);
}

/**
 * Environment of a command that replaces `node_modules`: without the programs in it, or npm would run on a Node that it is
 * about to delete.
 */
export const outsideOfModules = () => ({
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== installed)
    .join(delimiter),
});

/** Starts a command; what ends this script ends the command too. */
export function start(command, args, { env = {}, ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, env: { ...process.env, ...env } });
  const forward = (signal) => child.kill(signal);
  const last = () => child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  process.on('exit', last);
  child.once('exit', () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
    process.off('exit', last);
  });
  return child;
}

/** Runs a command to its end and tells how it ended: 0 when it went well. */
export function outcome(command, args, options) {
  return new Promise((done, fail) => {
    const child = start(command, args, options);
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** As `outcome`, for a command that runs beside others: what it prints appears at its end, and only when it failed. */
export function captured(command, args, options) {
  return new Promise((done, fail) => {
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(text);
      done(code ?? 1);
    });
  });
}

/** Runs a command to its end; rejects, with its exit code, when it fails. */
export async function run(command, args, options) {
  const code = await outcome(command, args, options);
  if (code !== 0) throw Object.assign(new Error(`${command} ${args.join(' ')} ended with ${code}`), { code });
}

export const runNode = (args, options) => run(node24(), args, options);

/** Hands this process over to a program under Node 24: its messages, its end and its exit code. */
export function become(args, { onMessage, ...options } = {}) {
  const child = start(node24(), args, { ...options, ...(onMessage && { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }) });
  if (onMessage) child.on('message', onMessage);
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
}
