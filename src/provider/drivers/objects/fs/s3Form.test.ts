import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Bucket, readBody, withSpace } from '../../../../../tests/support/s3.ts';
import { amzDate, hmac, scopeText, signingKey } from '../sigv4.ts';

type Condition = unknown;
interface Sent {
  /** Besides those of the signature, the key and the bucket. */
  conditions?: Condition[];
  expires?: number;
  fields?: Record<string, string>;
  file?: string;
  /** Changes the fields after they were signed. */
  forge?: (fields: Record<string, string>) => Record<string, string>;
}

type Space = Awaited<ReturnType<typeof withSpace>>;

/** Sends a form like a browser; its policy allows what it contains unless the conditions say otherwise. */
async function upload(space: Space, { conditions, expires = 60_000, fields = {}, file = 'hello', forge = (input) => input }: Sent = {}) {
  const now = Date.now();
  const time = amzDate(now);
  const scope = { date: time.slice(0, 8), region: 'us-east-1' };
  const signature = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${space.key.accessKey}/${scopeText(scope)}`,
    'x-amz-date': time,
  };
  const all: Record<string, string> = { key: 'a', ...fields, ...signature };
  const document = {
    expiration: new Date(now + expires).toISOString(),
    conditions: [
      { bucket: Bucket },
      ...Object.entries(signature).map(([name, value]) => ({ [name]: value })),
      ...(conditions ?? Object.entries({ key: 'a', ...fields }).map(([name, value]) => ({ [name]: value }))),
    ],
  };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  const signed = { ...all, policy, 'x-amz-signature': hmac(signingKey(space.key.secretKey, scope), policy).toString('hex') };
  const form = new FormData();
  for (const [name, value] of Object.entries(forge(signed))) form.append(name, value);
  form.append('file', new Blob([file]), 'گزارش.txt');
  form.append('submit', 'Upload');
  const answer = await fetch(`${space.url}/${Bucket}`, { method: 'POST', body: form, redirect: 'manual' });
  const text = await answer.text();
  return { status: answer.status, code: /<Code>(\w+)</.exec(text)?.[1], text, headers: answer.headers };
}

describe('an upload by a form', () => {
  test('stores the file with its fields', async () => {
    const space = await withSpace();
    const content = 'line\r\n--not the boundary\r\n'.repeat(20_000);
    const fields = { 'Content-Type': 'text/plain', 'x-amz-meta-author': 'سارا', acl: 'private', success_action_status: '201' };
    const { status, text, headers } = await upload(space, { fields, file: content });
    expect([status, text]).toEqual([201, expect.stringContaining(`<Bucket>${Bucket}</Bucket><Key>a</Key><ETag>`)]);
    expect(headers.get('location')).toBe(`${space.url}/${Bucket}/a`);
    const got = await space.client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    expect([got.ContentType, await readBody(got)]).toEqual(['text/plain', content]);
    expect(Buffer.from(got.Metadata?.author ?? '', 'latin1').toString()).toBe('سارا');
    expect((await upload(space)).status).toBe(204);
    const named = await upload(space, {
      fields: { key: ['uploads/$', '{filename}'].join('') },
      conditions: [['starts-with', '$key', 'uploads/']],
    });
    expect(named.status).toBe(204);
    expect((await space.client.send(new HeadObjectCommand({ Bucket, Key: 'uploads/گزارش.txt' }))).ContentLength).toBe(5);
    const redirect = { success_action_redirect: 'https://shop.example/done?order=1' };
    const sent = await upload(space, { fields: redirect });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/shop\.example\/done\?order=1&bucket=photos&key=a&etag=%22/),
    ]);
  });

  test.each<[string, Sent, number, string]>([
    ['an expired policy', { expires: -1 }, 403, 'AccessDenied'],
    ['a key that the policy doesn’t allow', { fields: { key: 'b' }, conditions: [{ key: 'a' }] }, 403, 'AccessDenied'],
    ['a beginning that the policy doesn’t allow', { conditions: [['starts-with', '$key', 'b']] }, 403, 'AccessDenied'],
    ['a field that the policy doesn’t name', { fields: { 'x-amz-meta-a': 'b' }, conditions: [{ key: 'a' }] }, 403, 'AccessDenied'],
    ['a condition on a field that is missing', { conditions: [{ key: 'a' }, { 'x-amz-meta-a': 'b' }] }, 403, 'AccessDenied'],
    ['a file that is too long', { conditions: [{ key: 'a' }, ['content-length-range', 1, 4]] }, 400, 'EntityTooLarge'],
    ['a file that is too short', { conditions: [{ key: 'a' }, ['content-length-range', 6, 9]] }, 400, 'EntityTooSmall'],
    ['an unknown condition', { conditions: [{ key: 'a' }, ['ends-with', '$key', 'a']] }, 400, 'InvalidPolicyDocument'],
    ['an access list', { fields: { acl: 'public-read' } }, 400, 'AccessControlListNotSupported'],
    ['tags', { fields: { tagging: '<Tagging/>' } }, 501, 'NotImplemented'],
    ['a storage class', { fields: { 'x-amz-storage-class': 'GLACIER' } }, 501, 'NotImplemented'],
    ['a wrong checksum', { fields: { 'x-amz-checksum-crc32': 'AAAAAA==' } }, 400, 'BadDigest'],
    ['a header in a field', { fields: { 'Content-Type': 'text/html\r\nset-cookie: a=b' } }, 400, 'InvalidArgument'],
    ['a redirect to a script', { fields: { success_action_redirect: 'javascript:alert(1)' } }, 400, 'InvalidArgument'],
    [
      'a file name that makes another key',
      { fields: { key: ['$', '{filename}'].join('') }, conditions: [['starts-with', '$key', '$']] },
      403,
      'AccessDenied',
    ],
    ['a changed policy', { forge: (input) => ({ ...input, policy: `${input.policy}=` }) }, 403, 'SignatureDoesNotMatch'],
    ['another key', { forge: (input) => ({ ...input, key: 'b' }) }, 403, 'AccessDenied'],
    ['no key', { forge: ({ key: _key, ...fields }) => fields, conditions: [] }, 400, 'InvalidArgument'],
    ['no policy', { forge: ({ policy: _policy, ...fields }) => fields }, 403, 'AccessDenied'],
    [
      'signature version 2',
      { forge: ({ policy = '' }) => ({ key: 'a', policy, AWSAccessKeyId: 'key', signature: 'x' }) },
      400,
      'InvalidRequest',
    ],
    ['no signature', { forge: ({ 'x-amz-signature': _one, ...fields }) => fields }, 400, 'InvalidArgument'],
  ])('is refused with %s', async (_what, sent, status, code) => {
    const space = await withSpace();
    const answer = await upload(space, sent);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
    expect(space.faults).toEqual([]);
  });

  test('is refused if it isn’t complete, or goes to another space', async () => {
    const space = await withSpace();
    await space.store.createSpace('theirs', 1_000_000);
    const post = async (path: string, body: string) => {
      const answer = await fetch(space.url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];
    };
    expect(await post(`/${Bucket}`, '')).toEqual([400, 'MalformedPOSTRequest']);
    expect(await post(`/${Bucket}`, '--x--\r\n')).toEqual([400, 'InvalidArgument']);
    const field = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(await post(`/${Bucket}`, `${field('key', 'a')}${field('key', 'b')}--x--\r\n`)).toEqual([400, 'InvalidArgument']);
    expect(await post(`/${Bucket}`, `${field('key', 'x'.repeat(70_000))}--x--\r\n`)).toEqual([400, 'MaxPostPreDataLengthExceeded']);
    expect(await post('/theirs', `${field('key', 'a')}${field('file', 'b')}--x--\r\n`)).toEqual([403, 'AccessDenied']);
  });
});
