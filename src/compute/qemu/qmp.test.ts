import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { whyNoQemu } from '../../../tests/support/compute.ts';
import { connectSoon, Qmp, QmpError, QmpLost, QmpTimeout } from './qmp.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qmp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A machine with firmware and nothing else. */
async function startFirmware() {
  const path = join(makeFolder(), 'qmp');
  const child = spawn('qemu-system-x86_64', [
    ...['-machine', 'pc', '-accel', 'tcg', '-m', '32', '-nodefaults', '-display', 'none', '-action', 'shutdown=pause'],
    ...['-chardev', `socket,id=m,path=${path},server=on,wait=off`, '-mon', 'chardev=m,mode=control'],
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, qmp: await connectSoon(path, 10_000, () => child.exitCode !== null), path };
}

describe.skipIf(whyNoQemu)('with QEMU', () => {
  test('commands return their results, refusals their reason, and events arrive in between', async () => {
    const { qmp, child } = await startFirmware();
    expect(await qmp.execute('query-status')).toMatchObject({ running: true });
    const [first, second] = await Promise.all([qmp.execute<{ enabled: boolean }>('query-kvm'), qmp.execute<object[]>('query-chardev')]);
    expect([first.enabled, Array.isArray(second)]).toEqual([false, true]);
    const refused = await qmp.execute('device_del', { id: 'none' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QmpError);
    expect(refused).toMatchObject({ class: 'DeviceNotFound' });
    const stopped = qmp.next(({ event }) => event === 'STOP', 5_000);
    await qmp.execute('stop');
    expect((await stopped).event).toBe('STOP');
    await expect(qmp.next(({ event }) => event === 'RESUME', 50)).rejects.toBeInstanceOf(QmpTimeout);
    const ended = once(child, 'exit');
    await qmp.execute('quit').catch(() => {});
    await Promise.all([ended, qmp.closed]);
    await expect(qmp.execute('query-status')).rejects.toBeInstanceOf(QmpLost);
  });

  test('a process that is killed ends the commands and the events that are waited for', async () => {
    const { qmp, child } = await startFirmware();
    const waiting = qmp.next(() => false, 60_000).catch((error: unknown) => error);
    child.kill('SIGKILL');
    await qmp.closed;
    expect(await waiting).toBeInstanceOf(QmpLost);
    expect(await waiting).not.toBeInstanceOf(QmpTimeout);
  });
});

test('a socket that nobody serves, or whose server does not greet, is an error in time', async () => {
  const path = join(makeFolder(), 'qmp');
  await expect(Qmp.connect(path, 100)).rejects.toBeInstanceOf(QmpLost);
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(path, done));
  onTestFinished(() => void silent.close());
  await expect(Qmp.connect(path, 100)).rejects.toBeInstanceOf(QmpTimeout);
});
