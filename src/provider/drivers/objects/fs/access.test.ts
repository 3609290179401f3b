import {
  CreateBucketCommand,
  GetBucketAclCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyStatusCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetPublicAccessBlockCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ObjectCannedACL,
  PutBucketAclCommand,
  PutBucketOwnershipControlsCommand,
  PutObjectAclCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { rootKey, startObjectStore } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, MIB, readBody, rejectionCode, send, withSpace } from '../../../../../tests/support/s3.ts';
import { presign } from '../sigv4.ts';

/** A request without a signature. */
async function requestObject(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  return { status: answer.status, text, code: /<Code>(\w+)</.exec(text)?.[1], headers: answer.headers };
}

/** A space that everyone may read, with an object. */
async function publicSpace() {
  const space = await withSpace();
  await space.store.setAccess(Bucket, 'publicRead');
  const put = {
    Bucket,
    Key: 'عکس ۱.txt',
    Body: 'hello',
    ContentType: 'text/plain',
    CacheControl: 'max-age=60',
    Metadata: { author: 'sara' },
  };
  const { ETag = '' } = await space.client.send(new PutObjectCommand(put));
  return { ...space, path: `/${Bucket}/${encodeURIComponent(put.Key)}`, etag: ETag };
}

describe('a space with public read', () => {
  test('gives everyone the content and headers of its objects, ranges and conditions included', async () => {
    const { url, path, etag } = await publicSpace();
    const whole = await requestObject(url, path);
    expect([whole.status, whole.text]).toEqual([200, 'hello']);
    const shown = {
      etag,
      'content-type': 'text/plain',
      'cache-control': 'max-age=60',
      'x-amz-meta-author': 'sara',
      'accept-ranges': 'bytes',
    };
    for (const [name, value] of Object.entries(shown)) expect([name, whole.headers.get(name)]).toEqual([name, value]);
    const head = await requestObject(url, path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '5']);
    const range = await requestObject(url, path, { headers: { range: 'bytes=1-2' } });
    expect([range.status, range.text, range.headers.get('content-range')]).toEqual([206, 'el', 'bytes 1-2/5']);
    expect((await requestObject(url, path, { headers: { range: 'bytes=9-' } })).code).toBe('InvalidRange');
    expect((await requestObject(url, path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await requestObject(url, path, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    expect((await requestObject(url, `${path}?partNumber=1`)).text).toBe('hello');
    // S3 ignores what it doesn't know.
    expect((await requestObject(url, `${path}?v=2&utm_source=news`)).text).toBe('hello');
  });

  test('lets nobody but the owner list, write, delete or configure, or read versions', async () => {
    const space = await publicSpace();
    const { url, path, store, client } = space;
    const parameters = ['acl', 'attributes', 'tagging', 'torrent', 'versionId=null', 'uploadId=x', 'legal-hold', 'retention'];
    const ofSpace = ['', 'list-type=2', 'versions', 'uploads', 'acl', 'policyStatus', 'cors', 'lifecycle', 'versioning', 'location'];
    const refused: [string, { method?: string; body?: string; headers?: Record<string, string> }?][] = [
      ...parameters.map((one): [string] => [`${path}?${one}`]),
      ...ofSpace.flatMap((one): [string, { method: string }?][] => [
        [`/${Bucket}?${one}`],
        [`/${Bucket}/?${one}`],
        [`/${Bucket}?${one}`, { method: 'HEAD' }],
        [`/${Bucket}?${one}`, { method: 'DELETE' }],
      ]),
      [path, { method: 'PUT', body: 'x' }],
      [`${path}?acl`, { method: 'PUT', body: 'x' }],
      [path, { method: 'DELETE' }],
      [`${path}?uploads`, { method: 'POST' }],
      [`/${Bucket}?delete`, { method: 'POST', body: '<Delete><Object><Key>a</Key></Object></Delete>' }],
      [`/${Bucket}/copy`, { method: 'PUT', headers: { 'x-amz-copy-source': path } }],
    ];
    await store.createSpace('theirs', MIB);
    const stranger = { url, key: await store.makeKey('theirs') };
    for (const [at, init = {}] of refused) {
      const method = init.method ?? 'GET';
      expect([at, method, (await requestObject(url, at, init)).status]).toEqual([at, method, 403]);
      const [to = '', query = ''] = at.split('?');
      const pairs = query === '' ? [] : [query.split('=').concat('').slice(0, 2) as [string, string]]; // a name and a value
      expect([at, method, (await send(stranger, method, to, { ...init, query: pairs })).status]).toEqual([at, method, 403]);
    }
    expect((await send(stranger, 'GET', path)).text).toBe('hello');
    expect((await requestObject(url, `/${Bucket}/nothing`)).code).toBe('AccessDenied');
    expect(await rejectionCode(client.send(new GetObjectCommand({ Bucket, Key: 'nothing' })))).toBe('NoSuchKey');
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(1);
    expect(await readBody(await client.send(new GetObjectCommand({ Bucket, Key: 'عکس ۱.txt' })))).toBe('hello');
  });

  test('leaves response headers to signed requests', async () => {
    const { url, path, key } = await publicSpace();
    const query = [['response-content-type', 'text/html']] as const;
    expect((await requestObject(url, `${path}?response-content-type=text/html`)).code).toBe('InvalidRequest');
    const options = { method: 'GET', path, host: new URL(url).host, query, expiresIn: 60, now: Date.now() };
    expect((await requestObject(url, `${path}?${presign(options, key, 'us-east-1')}`)).headers.get('content-type')).toBe('text/html');
    // A wrong signature isn't made right by public access.
    expect((await requestObject(url, `${path}?${presign(options, { ...key, secretKey: 'x' }, 'us-east-1')}`)).code).toBe(
      'SignatureDoesNotMatch',
    );
  });

  test('gives what a client encrypted with its own key only with that key', async () => {
    const { url, client } = await publicSpace();
    const SSECustomerKey = Buffer.alloc(32, 'k').toString('base64');
    const SSECustomerKeyMD5 = 'bsqL5XWSKAhCGs6f1+wPpQ==';
    const customer = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: Buffer.alloc(32, 'k').toString('base64') };
    await client.send(new PutObjectCommand({ Bucket, Key: 'sealed', Body: 'secret', ...customer }));
    expect((await requestObject(url, `/${Bucket}/sealed`)).status).toBe(400);
    const { SSECustomerKeyMD5: md5 = SSECustomerKeyMD5 } = await client.send(new HeadObjectCommand({ Bucket, Key: 'sealed', ...customer }));
    const name = 'x-amz-server-side-encryption-customer-';
    const headers = { [`${name}algorithm`]: 'AES256', [`${name}key`]: SSECustomerKey, [`${name}key-md5`]: md5 };
    expect((await requestObject(url, `/${Bucket}/sealed`, { headers })).text).toBe('secret');
  });

  test('closes when it is made private or suspended, and stays public after a restart', async () => {
    const { store, url, path, folder } = await publicSpace();
    await store.setOpen(Bucket, false);
    expect((await requestObject(url, path)).code).toBe('AccessDenied');
    await store.setOpen(Bucket, true);
    expect((await requestObject(url, path)).status).toBe(200);
    await store.setAccess(Bucket, 'private');
    expect((await requestObject(url, path)).code).toBe('AccessDenied');
    await store.setAccess(Bucket, 'publicRead');
    await store.close();
    const again = await startObjectStore({ folder });
    expect((await requestObject(again.url, path)).text).toBe('hello');
  });

  test('follows its CORS rules, and nothing else is public', async () => {
    const { url, store, path } = await publicSpace();
    await store.createSpace('theirs', MIB);
    await store.put('theirs', 'a', Buffer.from('a'), 'text/plain');
    for (const other of ['/theirs/a', '/nowhere/a', '/']) expect((await requestObject(url, other)).code).toBe('AccessDenied');
    expect(
      (await requestObject(url, path, { headers: { origin: 'https://a.example' } })).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect(
      (await requestObject(url, path, { headers: { origin: 'http://127.0.0.1:4321' } })).headers.get('access-control-allow-origin'),
    ).toBe('http://127.0.0.1:4321');
  });
});

describe('access control lists', () => {
  test('are disabled: only the owner’s full control is accepted, and is what clients read', async () => {
    const { client, url, store } = await withSpace();
    const put = (ACL: ObjectCannedACL) => rejectionCode(client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a', ACL })));
    expect([await put('private'), await put('bucket-owner-full-control')]).toEqual(['none', 'none']);
    for (const list of ['public-read', 'public-read-write', 'authenticated-read', 'aws-exec-read', 'bucket-owner-read'] as const)
      expect([list, await put(list)]).toEqual([list, 'AccessControlListNotSupported']);
    expect(await put('everyone' as ObjectCannedACL)).toBe('InvalidArgument');
    const granted = new PutObjectCommand({
      Bucket,
      Key: 'a',
      Body: 'a',
      GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"',
    });
    expect(await rejectionCode(client.send(granted))).toBe('AccessControlListNotSupported');
    await store.setAccess(Bucket, 'publicRead');
    const Owner = { ID: 'nasim', DisplayName: 'nasim' };
    const list = { Owner, Grants: [{ Grantee: { ...Owner, Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }] };
    expect(await client.send(new GetBucketAclCommand({ Bucket }))).toMatchObject(list);
    expect(await client.send(new GetObjectAclCommand({ Bucket, Key: 'a' }))).toMatchObject(list);
    expect(await rejectionCode(client.send(new GetObjectAclCommand({ Bucket, Key: 'nothing' })))).toBe('NoSuchKey');
    for (const ACL of ['private', 'public-read'] as const) {
      expect(await rejectionCode(client.send(new PutBucketAclCommand({ Bucket, ACL })))).toBe('AccessControlListNotSupported');
      expect(await rejectionCode(client.send(new PutObjectAclCommand({ Bucket, Key: 'a', ACL })))).toBe('AccessControlListNotSupported');
    }
    const AccessControlPolicy = list as ConstructorParameters<typeof PutBucketAclCommand>[0]['AccessControlPolicy'];
    expect(await rejectionCode(client.send(new PutBucketAclCommand({ Bucket, AccessControlPolicy })))).toBe(
      'AccessControlListNotSupported',
    );
    const root = createS3Client(url, rootKey);
    const create = (ACL: 'private' | 'public-read') => rejectionCode(root.send(new CreateBucketCommand({ Bucket: 'another', ACL })));
    expect([await create('public-read'), await create('private')]).toEqual(['InvalidBucketAclWithObjectOwnership', 'none']);
  });

  test('have no owner but that of the space, and its public access is what clients see', async () => {
    const { client, store } = await withSpace();
    const isPublic = async () => (await client.send(new GetBucketPolicyStatusCommand({ Bucket }))).PolicyStatus?.IsPublic;
    expect(await isPublic()).toBe(false);
    await store.setAccess(Bucket, 'publicRead');
    expect(await isPublic()).toBe(true);
    const own = (ObjectOwnership: 'BucketOwnerEnforced' | 'ObjectWriter') =>
      rejectionCode(client.send(new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership }] } })));
    expect([await own('BucketOwnerEnforced'), await own('ObjectWriter')]).toEqual(['none', 'NotImplemented']);
    const { OwnershipControls } = await client.send(new GetBucketOwnershipControlsCommand({ Bucket }));
    expect(OwnershipControls?.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }]);
    expect(await rejectionCode(client.send(new GetPublicAccessBlockCommand({ Bucket })))).toBe('NotImplemented');
  });
});
