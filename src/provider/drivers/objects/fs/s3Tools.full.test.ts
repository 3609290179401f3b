import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { which } from '../../../../../scripts/lib/which.mjs';
import { rootKey } from '../../../../../tests/support/objects.ts';
import { Bucket, MIB, withSpace } from '../../../../../tests/support/s3.ts';
import { presign } from '../sigv4.ts';

/** Third-party programs. `npm test` installs them if possible (scripts/lib/needs.mjs). */
const run = async (program: string, args: string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)(program, args, { env: { ...process.env, ...env } })).stdout;

type Space = Awaited<ReturnType<typeof withSpace>>;
/** Of rclone. */
interface Listed {
  Path: string;
  Size: number;
}
/** Of aws. */
interface Version {
  VersionId: string;
  IsLatest: boolean;
  Size?: number;
}
interface Answer {
  Versions?: Version[];
  DeleteMarkers?: Version[];
}

describe.skipIf(!which('s3cmd'))('s3cmd (skipped where Debian’s package is missing)', () => {
  test('uploads in parts, lists, downloads and deletes', async () => {
    const { url, key, folder } = await withSpace();
    const { host } = new URL(url);
    const file = join(folder, 'گزارش 🚀.bin');
    writeFileSync(file, Buffer.alloc(6 * MIB, 'z'));
    const s3cmd = (...args: string[]) =>
      run('s3cmd', [
        `--access_key=${key.accessKey}`,
        `--secret_key=${key.secretKey}`,
        `--host=${host}`,
        `--host-bucket=${host}`,
        '--no-ssl',
        '--no-progress',
        '--config=/dev/null',
        '--multipart-chunk-size-mb=5',
        ...args,
      ]);
    await s3cmd('put', file, `s3://${Bucket}/پوشه/`);
    expect(await s3cmd('ls', `s3://${Bucket}/پوشه/`)).toContain(`s3://${Bucket}/پوشه/گزارش 🚀.bin`);
    await s3cmd('get', `s3://${Bucket}/پوشه/گزارش 🚀.bin`, join(folder, 'back'));
    expect(readFileSync(join(folder, 'back')).equals(readFileSync(file))).toBe(true);
    await s3cmd('del', `s3://${Bucket}/پوشه/گزارش 🚀.bin`);
    expect(await s3cmd('ls', '-r', `s3://${Bucket}`)).toBe('');
  });
});

describe.skipIf(!which('rclone'))('rclone (skipped where Debian’s package is missing)', () => {
  const rcloneOf =
    ({ url, key }: Space) =>
    (...args: string[]) =>
      run('rclone', [...args, '--config', '/dev/null', '--s3-upload-cutoff', '5M', '--s3-chunk-size', '5M', '--retries', '1'], {
        AWS_CA_BUNDLE: '',
        RCLONE_CONFIG_N_TYPE: 's3',
        RCLONE_CONFIG_N_PROVIDER: 'Other',
        RCLONE_CONFIG_N_ENDPOINT: url,
        RCLONE_CONFIG_N_ACCESS_KEY_ID: key.accessKey,
        RCLONE_CONFIG_N_SECRET_ACCESS_KEY: key.secretKey,
      });

  test('copies a folder in both directions and finds no difference', async () => {
    const space = await withSpace();
    const rclone = rcloneOf(space);
    const [there, back] = [join(space.folder, 'there'), join(space.folder, 'back')];
    mkdirSync(join(there, 'پوشه'), { recursive: true });
    writeFileSync(join(there, 'پوشه', 'نسیم 🌬️.txt'), 'سلام');
    writeFileSync(join(there, 'big.bin'), Buffer.alloc(11 * MIB, 'q'));
    await rclone('copy', there, `n:${Bucket}`);
    await rclone('check', there, `n:${Bucket}`);
    expect(JSON.parse(await rclone('lsjson', '-R', '--files-only', `n:${Bucket}`))).toHaveLength(2);
    await rclone('copy', `n:${Bucket}`, back);
    expect(readFileSync(join(back, 'پوشه', 'نسیم 🌬️.txt'), 'utf8')).toBe('سلام');
    await rclone('delete', `n:${Bucket}`);
    expect(JSON.parse(await rclone('lsjson', `n:${Bucket}`))).toEqual([]);
  });

  test('lists old versions, and copies them back', async () => {
    const space = await withSpace();
    const rclone = rcloneOf(space);
    await space.store.setVersioning(Bucket, true);
    const file = join(space.folder, 'a.txt');
    for (const content of ['first', 'second one']) {
      writeFileSync(file, content);
      await rclone('copyto', '--ignore-times', file, `n:${Bucket}/پوشه/a.txt`);
    }
    await rclone('deletefile', `n:${Bucket}/پوشه/a.txt`);
    expect(await rclone('lsf', '-R', '--files-only', `n:${Bucket}`)).toBe('');
    const list = async () => JSON.parse(await rclone('lsjson', '-R', '--files-only', '--s3-versions', `n:${Bucket}`)) as Listed[];
    const versions = (await list()).sort((a, b) => a.Size - b.Size);
    expect(versions.map(({ Path, Size }) => [Path.replace(/-v[\d-]+/, ''), Size])).toEqual([
      ['پوشه/a.txt', 5],
      ['پوشه/a.txt', 10],
    ]);
    await rclone('copy', '--s3-versions', `n:${Bucket}`, join(space.folder, 'back'));
    expect(versions.map(({ Path }) => readFileSync(join(space.folder, 'back', Path), 'utf8'))).toEqual(['first', 'second one']);
  });
});

describe.skipIf(!which('aws'))('aws (skipped where it is missing)', () => {
  const awsOf =
    ({ url, key }: Space) =>
    (...args: string[]) =>
      run('aws', ['--endpoint-url', url, ...args], {
        AWS_ACCESS_KEY_ID: key.accessKey,
        AWS_SECRET_ACCESS_KEY: key.secretKey,
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_CONFIG_FILE: '/dev/null',
        AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
        AWS_EC2_METADATA_DISABLED: 'true',
      });

  test('copies, synchronizes and deletes, with checksums and encryption', { timeout: 240_000 }, async () => {
    const space = await withSpace();
    const aws = awsOf(space);
    const [file, back] = [join(space.folder, 'big.bin'), join(space.folder, 'back.bin')];
    writeFileSync(file, Buffer.alloc(17 * MIB, 'w'));
    const there = `s3://${Bucket}/پوشه/big.bin`;
    await aws('s3', 'cp', '--only-show-errors', file, there, '--acl', 'private', '--metadata', 'author=sara', '--sse', 'AES256');
    await aws('s3', 'cp', '--only-show-errors', there, `s3://${Bucket}/copy.bin`);
    await aws('s3', 'cp', '--only-show-errors', `s3://${Bucket}/copy.bin`, back);
    expect(readFileSync(back).equals(readFileSync(file))).toBe(true);
    const args = ['s3api', 'head-object', '--bucket', Bucket, '--key', 'پوشه/big.bin', '--checksum-mode', 'ENABLED'];
    expect(JSON.parse(await aws(...args))).toMatchObject({ Metadata: { author: 'sara' }, ServerSideEncryption: 'AES256' });
    await expect(aws('s3', 'cp', '--only-show-errors', file, there, '--acl', 'public-read')).rejects.toThrow(
      'AccessControlListNotSupported',
    );
    await aws('s3', 'rm', '--only-show-errors', '--recursive', `s3://${Bucket}`);
    expect(await aws('s3', 'ls', '--recursive', `s3://${Bucket}`).catch(() => '')).toBe('');
  });

  test('lists and reads versions, and brings back what was deleted', { timeout: 240_000 }, async () => {
    const space = await withSpace();
    const aws = awsOf(space);
    const file = join(space.folder, 'a.txt');
    const api = async (call: string, ...args: string[]) => {
      const text = await aws('s3api', call, '--bucket', Bucket, ...args);
      return (text.trim() === '' ? {} : JSON.parse(text)) as Answer;
    };
    const Key = 'پوشه/a.txt';
    await api('put-bucket-versioning', '--versioning-configuration', 'Status=Enabled');
    for (const content of ['first', 'second']) {
      writeFileSync(file, content);
      await aws('s3', 'cp', '--only-show-errors', file, `s3://${Bucket}/${Key}`);
    }
    await aws('s3', 'rm', '--only-show-errors', `s3://${Bucket}/${Key}`);
    const { Versions = [], DeleteMarkers = [] } = await api('list-object-versions', '--prefix', 'پوشه/');
    expect(Versions.map(({ Size, IsLatest }) => [Size, IsLatest])).toEqual([
      [6, false],
      [5, false],
    ]);
    expect(DeleteMarkers.map(({ IsLatest }) => IsLatest)).toEqual([true]);
    const read = async (...version: string[]) => {
      await api('get-object', '--key', Key, ...version, join(space.folder, 'back'));
      return readFileSync(join(space.folder, 'back'), 'utf8');
    };
    await expect(read()).rejects.toThrow('NoSuchKey');
    expect(await read('--version-id', Versions[1]?.VersionId ?? '')).toBe('first');
    await api('delete-object', '--key', Key, '--version-id', DeleteMarkers[0]?.VersionId ?? '');
    expect(await read()).toBe('second');
    await api('delete-object', '--key', Key, '--version-id', Versions[0]?.VersionId ?? '');
    expect(await read()).toBe('first');
  });

  test('reads a public space without a key, and sees that its ACLs are disabled', { timeout: 240_000 }, async () => {
    const space = await withSpace();
    const aws = awsOf(space);
    await space.store.put(Bucket, 'a.txt', Buffer.from('hello'), 'text/plain');
    const back = join(space.folder, 'back');
    const copy = () => aws('s3', 'cp', '--only-show-errors', '--no-sign-request', `s3://${Bucket}/a.txt`, back);
    await expect(copy()).rejects.toThrow('403');
    await space.store.setAccess(Bucket, 'publicRead');
    await copy();
    expect(readFileSync(back, 'utf8')).toBe('hello');
    await expect(aws('s3', 'ls', '--no-sign-request', `s3://${Bucket}`)).rejects.toThrow('AccessDenied');
    expect(JSON.parse(await aws('s3api', 'get-bucket-policy-status', '--bucket', Bucket))).toEqual({ PolicyStatus: { IsPublic: true } });
    const { Grants } = JSON.parse(await aws('s3api', 'get-object-acl', '--bucket', Bucket, '--key', 'a.txt'));
    expect(Grants).toEqual([{ Grantee: { ID: 'nasim', DisplayName: 'nasim', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }]);
  });
});

describe.skipIf(!which('restic'))('restic (skipped where Debian’s package is missing)', () => {
  test('backs up a folder, checks the backup and restores it', async () => {
    const { url, key, folder } = await withSpace();
    const there = join(folder, 'there');
    mkdirSync(there);
    writeFileSync(join(there, 'نسیم.txt'), 'سلام');
    writeFileSync(join(there, 'big.bin'), randomBytes(9 * MIB));
    const restic = (...args: string[]) =>
      run('restic', ['--no-cache', '-r', `s3:${url}/${Bucket}/backup`, ...args], {
        AWS_ACCESS_KEY_ID: key.accessKey,
        AWS_SECRET_ACCESS_KEY: key.secretKey,
        RESTIC_PASSWORD: 'password of the test',
      });
    await restic('init');
    await restic('backup', there);
    await restic('check', '--read-data');
    await restic('restore', 'latest', '--target', join(folder, 'back'));
    for (const name of ['نسیم.txt', 'big.bin'])
      expect(readFileSync(join(folder, 'back', there, name)).equals(readFileSync(join(there, name)))).toBe(true);
    await restic('forget', '--keep-last', '1', '--prune');
  });
});

test('a gigabyte is transferred in bounded memory', { timeout: 300_000 }, async () => {
  const { client, store } = await withSpace(2 * 1024 * MIB);
  const piece = Buffer.alloc(MIB, 'g');
  const stream = () =>
    Readable.from(
      (function* () {
        for (let i = 0; i < 1024; i++) yield piece;
      })(),
    );
  const { url, key } = { url: await store.link(Bucket, 'big', { expiresIn: 600 }), key: 'big' };
  const query = presign(
    { method: 'PUT', path: `/${Bucket}/${key}`, host: new URL(url).host, query: [], expiresIn: 600, now: Date.now() },
    rootKey,
    'us-east-1',
  );
  let peak = 0;
  // Of this thread: the tests of other threads run in the same process.
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const watch = setInterval(() => (peak = Math.max(peak, used())), 50);
  const before = used();
  try {
    const status = await new Promise((resolve, reject) => {
      const put = request(`${new URL(url).origin}/${Bucket}/${key}?${query}`, { method: 'PUT', headers: { 'content-length': 1024 * MIB } });
      put.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      stream().pipe(put);
    });
    expect(status).toBe(200);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    let size = 0;
    for await (const chunk of Body as AsyncIterable<Buffer>) size += chunk.length; // Node's client answers with a stream
    expect(size).toBe(1024 * MIB);
  } finally {
    clearInterval(watch);
  }
  expect(peak - before).toBeLessThan(200 * MIB);
});
