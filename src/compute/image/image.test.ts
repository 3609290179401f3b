import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { which } from '../../../scripts/lib/which.mjs';
import { sources } from './debian.ts';
import { bootRecord } from './disk.ts';
import { hashFile, imagesFolder } from './manifest.ts';
import { readRequest } from './options.ts';
import { inspectImage } from './qcow2.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'images-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
/** The start of a disk with a boot record. */
const rawDisk = () => Buffer.concat([bootRecord(Buffer.alloc(512), 4096), Buffer.alloc(4096 * 512 - 512)]);
/** The header of an empty qcow2 image, with changes by their offset. */
function header(...changes: readonly [offset: number, bytes: number, value: bigint][]): Buffer {
  const bytes = Buffer.alloc(1024);
  bytes.write('QFI\u00fb', 'latin1');
  bytes.writeUInt32BE(3, 4);
  bytes.writeBigUInt64BE(1n << 30n, 24);
  for (const [offset, width, value] of changes)
    width === 8 ? bytes.writeBigUInt64BE(value, offset) : bytes.writeUInt32BE(Number(value), offset);
  return bytes;
}

describe('requests', () => {
  test('without options, Debian 12 is built', () => {
    expect(readRequest([])).toMatchObject({ action: 'build', kind: 'server', suite: 'bookworm', type: 'debian', version: '12' });
    expect(readRequest(['--rescue', '--suite', 'trixie'])).toMatchObject({ kind: 'rescue', type: 'rescue', version: '13' });
  });

  test('an image from elsewhere needs the type and the version of its system', () => {
    expect(readRequest(['--from', 'a.img', '--os', 'ubuntu', '--version', '24', '--boot', 'uefi'])).toMatchObject({
      action: 'add',
      from: 'a.img',
      type: 'ubuntu',
      version: '24',
      boot: 'uefi',
      user: 'root',
    });
  });

  test.each([
    [['--suite', 'potato'], 'isn’t known'],
    [['--mirror', 'ftp://example.com'], 'isn’t a URL'],
    [['--mirror', 'http://example.com/debian [trusted=yes]'], 'isn’t a URL'],
    [['--wrong'], 'wrong'],
    [['--from', 'a.img', '--version', '24'], '--os'],
    [['--from', 'a.img', '--os', '../../etc', '--version', '24'], '--os'],
    [['--from', 'a.img', '--os', 'rescue', '--version', '24'], '--os'],
    [['--from', 'a.img', '--os', 'ubuntu', '--version', '..'], '--version'],
    [['--from', 'a.img', '--os', 'ubuntu', '--version', '24', '--sha256', 'abc'], '64'],
    [['--from', 'a.img', '--os', 'ubuntu', '--version', '24', '--rescue'], 'built, not added'],
    [['--os', 'ubuntu'], 'belong to --from'],
  ])('%j is refused', (args, reason) => {
    expect(() => readRequest(args)).toThrow(reason);
  });
});

test('security updates come from the folder next to the archive', () => {
  expect(sources('bookworm', 'https://mirror.example/debian/')).toContain(
    'deb https://mirror.example/debian-security bookworm-security main',
  );
  expect(sources('bookworm', 'https://mirror.example/bookworm')).toHaveLength(2);
});

describe('an image from elsewhere', () => {
  test('is a qcow2 image or a raw disk', async () => {
    expect(await inspectImage(file('a', header()))).toBe('qcow2');
    expect(await inspectImage(file('b', rawDisk()))).toBe('raw');
  });

  test.each([
    ['a text', 'hello', 'isn’t a disk image'],
    ['a large text', 'hello'.repeat(1000), 'isn’t a disk image'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'gzip'],
    ['an image of VMware', 'KDMV', 'VMDK'],
    ['a part of a header', Buffer.from('QFI\u00fb', 'latin1'), 'cut off'],
    ['an unknown version', header([4, 4, 9n]), 'version 9'],
    ['a backing file', header([8, 8, 512n]), 'backing file'],
    ['a data file', header([72, 8, 4n]), 'another file'],
    ['an encrypted image', header([32, 4, 2n]), 'encrypted'],
    ['an image that was left damaged', header([72, 8, 2n]), 'damaged'],
    ['a disk of an impossible size', header([24, 8, 1n << 50n]), 'larger than'],
  ])('%s is refused', async (_name, content, reason) => {
    await expect(inspectImage(file('image', content))).rejects.toThrow(reason);
  });
});

const tool = which('qemu-img');
describe.skipIf(!tool)('npm run compute:image --from (skipped where Debian’s qemu-utils is missing)', () => {
  const images = () => imagesFolder(folder);
  /** Its output, and whether it succeeded. */
  function add(from: string, ...more: string[]): { isAdded: boolean; output: string } {
    const args = ['src/compute/image/main.ts', '--from', from, '--os', 'ubuntu', '--version', '24', ...more];
    try {
      const output = execFileSync(process.execPath, args, { env: { ...process.env, DATA_DIR: folder }, encoding: 'utf8', stdio: 'pipe' });
      return { isAdded: true, output };
    } catch (error) {
      return { isAdded: false, output: String((error as { stderr: string }).stderr) };
    }
  }
  const create = (name: string, ...args: string[]) => {
    const path = join(folder, name);
    execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', ...args.slice(0, -1), path, ...args.slice(-1)]);
    return path;
  };

  test('adds a disk with its checksum, and replaces an earlier one', async () => {
    const raw = file('disk.raw', rawDisk());
    expect(add(raw, '--sha256', await hashFile(raw))).toMatchObject({ isAdded: true });
    const path = join(images(), 'ubuntu-24.qcow2');
    const manifest = JSON.parse(readFileSync(join(images(), 'ubuntu-24.json'), 'utf8'));
    expect(manifest).toEqual({
      type: 'ubuntu',
      version: '24',
      sha256: await hashFile(path),
      size: statSync(path).size,
      minDisk: 1,
      user: 'root',
      boot: 'bios',
    });
    expect(statSync(path).mode & 0o777).toBe(0o400);
    expect(add(create('new.qcow2', '5G'), '--user', 'ubuntu')).toMatchObject({ isAdded: true });
    expect(JSON.parse(readFileSync(join(images(), 'ubuntu-24.json'), 'utf8'))).toMatchObject({
      minDisk: 5,
      user: 'ubuntu',
      sha256: await hashFile(path),
    });
    expect(readdirSync(images()).sort()).toEqual(['ubuntu-24.json', 'ubuntu-24.qcow2']);
  }, 60_000);

  test('refuses images that would read files of the host, and leaves the catalog as it was', async () => {
    const secret = file('secret', rawDisk());
    mkdirSync(images(), { recursive: true });
    const backed = create('backed.qcow2', '-b', secret, '-F', 'raw', '1M');
    const divided = create('divided.qcow2', '-o', `data_file=${join(folder, 'data')}`, '1M');
    expect(add(backed)).toMatchObject({ isAdded: false, output: expect.stringContaining('backing file') });
    expect(add(divided)).toMatchObject({ isAdded: false, output: expect.stringContaining('another file') });
    expect(add(secret, '--sha256', '0'.repeat(64))).toMatchObject({ isAdded: false, output: expect.stringContaining('than expected') });
    expect(add('http://127.0.0.1:1/image')).toMatchObject({ isAdded: false, output: expect.stringContaining('--sha256') });
    expect(add(join(folder, 'missing'))).toMatchObject({ isAdded: false, output: expect.stringContaining('can’t be read') });
    expect(readdirSync(images())).toEqual([]);
  }, 60_000);
});
