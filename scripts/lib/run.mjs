import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scripts run in the root of the repository, wherever they are called. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
process.chdir(root);

const installed = join(root, 'node_modules', '.bin');

/**
 * Flags of the portal. A small young generation: V8 lets it grow while everything is loaded, and keeps that memory, which is a third of
 * an idle portal (docs/decisions/0061). The Dockerfile has the same.
 */
export const portalFlags = ['--max-old-space-size=512', '--min-semi-space-size=1', '--max-semi-space-size=4'];

/** Node 24: the installed package, else this one if it is new enough (docs/decisions/0001). */
export function node24() {
  const own = join(installed, 'node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(`Nasim needs Node 22.18 or newer; this is ${process.versions.node}. On Linux it comes with "npm ci".`);
  process.exit(1);
}

/**
 * Environment for a command that replaces `node_modules`: without its programs, because npm would otherwise run on a Node that it is
 * about to delete.
 */
export const outsideOfModules = () => ({
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== installed)
    .join(delimiter),
});

/** Starts a command; ending this script also ends the command. */
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

/** Runs a command and returns its exit code: 0 on success. */
export function outcome(command, args, options) {
  return new Promise((done, fail) => {
    const child = start(command, args, options);
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** Like `outcome`, for a command that runs in parallel: its output is printed at the end, and only if it failed. */
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

/** Runs a command; rejects with its exit code when it fails. */
export async function run(command, args, options) {
  const code = await outcome(command, args, options);
  if (code !== 0) throw Object.assign(new Error(`${command} ${args.join(' ')} ended with ${code}`), { code });
}

export const runNode = (args, options) => run(node24(), args, options);

/**
 * Replaces this process by a program under Node 24, with its messages, signals and exit code.
 * @param isService it runs until a signal stops it, which is no failure
 */
export function replaceProcess(args, { onMessage, isService = false, ...options } = {}) {
  const child = start(node24(), args, { ...options, ...(onMessage && { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }) });
  if (onMessage) child.on('message', onMessage);
  child.once('exit', (code, signal) =>
    process.exit(code ?? (isService && (signal === 'SIGTERM' || signal === 'SIGINT') ? 0 : 128 + constants.signals[signal])),
  );
}
