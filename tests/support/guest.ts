import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeSeed, type SeedInput, writeSeed } from '../../src/compute/seed.ts';

/** Without hardware virtualization, and beside other work, a boot takes minutes. */
export const BOOT_MS = 1_800_000;
const MAC = '52:54:00:00:00:01';

export interface GuestOptions extends Partial<Pick<SeedInput, 'name' | 'password'>> {
  userData?: string;
  /** GB. */
  memory?: number;
  disk?: number;
}

export interface Guest {
  /** Milliseconds from the start of QEMU to the first sign-in over SSH. */
  signedInMs: number;
  /** Runs a command as root, signed in with the key of the order or a password. @returns what it puts out @throws when it fails */
  run(command: string, options?: { password?: string }): Promise<string>;
  /** A command of the guest agent. */
  agent(execute: string, values?: object): Promise<unknown>;
  /** Types on the serial port. */
  type(text: string): void;
  /** Waits for a text on the serial port. */
  waitFor(text: string): Promise<void>;
  stop(): Promise<void>;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/**
 * Boots a server with an image, a seed and a disk of its own, on QEMU with two processors and without hardware virtualization. It has one
 * SSH key, with the comment `customer@example.com`. Its disk is deleted when it stops.
 */
export async function bootGuest(image: string, { userData, memory = 1, disk = 10, ...named }: GuestOptions): Promise<Guest> {
  const folder = mkdtempSync(join(tmpdir(), 'guest-'));
  const path = (name: string) => join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'customer@example.com', '-f', path('key')]);
  const access = { sshKeys: [readFileSync(path('key.pub'), 'utf8').trim()], userData: userData ?? null };
  const defaults = { id: 'srv1', name: 'web-1', image: { count: 1 }, password: { value: null } };
  await writeSeed(path('seed'), makeSeed({ ...defaults, ...named, access, interfaces: [{ mac: MAC, address: null }], isCopy: false }));
  execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'qcow2', '-b', image, path('disk'), `${disk}G`]);
  const port = await freePort();
  const started = performance.now();
  const child = launch(folder, port, memory);
  let serial = '';
  const stop = async () => {
    child.kill('SIGKILL');
    if (!hasEnded(child)) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const until = async (isReached: () => boolean | Promise<boolean>, goal: string) => {
    for (const deadline = Date.now() + BOOT_MS; !(await isReached()); await pause(500))
      if (hasEnded(child) || Date.now() > deadline) throw new Error(`${goal} isn’t there\n${serial.slice(-4000)}`);
  };
  try {
    await until(() => existsSync(path('serial')), 'the serial port');
    const terminal = createConnection(path('serial')).on('error', () => {});
    terminal.setEncoding('utf8').on('data', (text: string) => {
      serial += text;
    });
    const run: Guest['run'] = (command, { password } = {}) => runOverSsh(folder, port, command, password);
    const signsIn = () =>
      run('true').then(
        () => true,
        () => false,
      );
    await until(signsIn, 'the sign-in');
    return {
      signedInMs: performance.now() - started,
      run,
      agent: (execute, values) => queryAgent(path('agent'), execute, values),
      type: (text) => void terminal.write(text),
      waitFor: (text) => until(() => serial.includes(text), text),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await promisify(server.close.bind(server))();
  return typeof address === 'object' && address ? address.port : 0;
}

function launch(folder: string, port: number, memory: number): ChildProcess {
  const socket = (id: string) => ['-chardev', `socket,id=${id},path=${join(folder, id)},server=on,wait=off`];
  const node = (values: object) => ['-blockdev', JSON.stringify(values)];
  const seed = { driver: 'vvfat', 'node-name': 'seed', dir: join(folder, 'seed'), label: 'CIDATA', 'read-only': true };
  const file = { driver: 'file', filename: join(folder, 'disk') };
  // The cache of translated code would grow to a gigabyte. Page tables of five levels only cost time.
  const machine = '-machine pc -accel tcg,thread=multi,tb-size=128 -cpu max,la57=off -smp 2 -display none -nodefaults -no-user-config';
  const args = [
    ...machine.split(' '),
    ...['-m', `${memory}G`, '-device', 'VGA'],
    ...[...node({ driver: 'qcow2', 'node-name': 'disk', file }), '-device', 'virtio-blk-pci,drive=disk,bootindex=1'],
    ...[...node(seed), '-device', 'virtio-blk-pci,drive=seed'],
    ...['-netdev', `user,id=net,hostfwd=tcp:127.0.0.1:${port}-:22`, '-device', `virtio-net-pci,netdev=net,mac=${MAC}`],
    ...[...socket('serial'), '-device', 'isa-serial,chardev=serial', '-device', 'virtio-serial-pci'],
    ...[...socket('agent'), '-device', 'virtserialport,chardev=agent,name=org.qemu.guest_agent.0', '-device', 'virtio-rng-pci'],
  ];
  return spawn('qemu-system-x86_64', args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

async function runOverSsh(folder: string, port: number, command: string, password: string | undefined): Promise<string> {
  // The program that `ssh` runs for a password.
  const program = join(folder, 'password');
  writeFileSync(program, '#!/bin/sh\nprintf "%s" "$PASSWORD"\n', { mode: 0o700 });
  const isKey = password === undefined;
  const options = {
    StrictHostKeyChecking: 'no',
    UserKnownHostsFile: '/dev/null',
    LogLevel: 'ERROR',
    ConnectTimeout: '60',
    NumberOfPasswordPrompts: '1',
    ...(isKey ? { IdentityFile: join(folder, 'key'), IdentitiesOnly: 'yes', BatchMode: 'yes' } : { PubkeyAuthentication: 'no' }),
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { ...process.env, ...(!isKey && { SSH_ASKPASS: program, SSH_ASKPASS_REQUIRE: 'force', PASSWORD: password }) };
  const { stdout } = await promisify(execFile)('ssh', [...args, '-p', String(port), 'root@127.0.0.1', command], { env, timeout: BOOT_MS });
  return stdout.trim();
}

/** A command of the guest agent, once it responds (QEMU's docs/interop/qemu-ga-ref). */
async function queryAgent(path: string, execute: string, values: object = {}): Promise<unknown> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    socket.setEncoding('utf8').write(`${JSON.stringify({ execute, arguments: values })}\n`);
    let text = '';
    while (!text.includes('\n')) {
      const [part] = (await once(socket, 'data', { signal: AbortSignal.timeout(BOOT_MS) })) as [string];
      text += part;
    }
    const answer = JSON.parse(text) as { return?: unknown; error?: { desc: string } };
    if (answer.error) throw new Error(answer.error.desc);
    return answer.return;
  } finally {
    socket.destroy();
  }
}
