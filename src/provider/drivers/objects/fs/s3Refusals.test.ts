import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { rootKey } from '../../../../../tests/support/objects.ts';
import { Bucket, send, withSpace } from '../../../../../tests/support/s3.ts';
import { presign } from '../sigv4.ts';

type Query = readonly (readonly [string, string])[];
interface Operation {
  method: string;
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  body?: string;
}

/** A space with an object and an unfinished upload, and every operation on them; each works as it is here. */
async function filled() {
  const space = await withSpace();
  const { client } = space;
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'first' }));
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'b' }));
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key: 'b', UploadId, PartNumber: 1, Body: 'part' }));
  const part: Query = [
    ['partNumber', '1'],
    ['uploadId', UploadId],
  ];
  const upload: Query = [['uploadId', UploadId]];
  const source = { 'x-amz-copy-source': `${Bucket}/a` };
  const operations: Record<string, Operation> = {
    ListBuckets: { method: 'GET', path: '/' },
    ListObjects: { method: 'GET', path: `/${Bucket}` },
    ListObjectsV2: { method: 'GET', path: `/${Bucket}`, query: [['list-type', '2']] },
    ListMultipartUploads: { method: 'GET', path: `/${Bucket}`, query: [['uploads', '']] },
    GetBucketLocation: { method: 'GET', path: `/${Bucket}`, query: [['location', '']] },
    HeadBucket: { method: 'HEAD', path: `/${Bucket}` },
    PutBucketCors: {
      method: 'PUT',
      path: `/${Bucket}`,
      query: [['cors', '']],
      body: '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>',
    },
    PutBucketVersioning: {
      method: 'PUT',
      path: `/${Bucket}`,
      query: [['versioning', '']],
      body: '<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>',
    },
    PutBucketOwnershipControls: {
      method: 'PUT',
      path: `/${Bucket}`,
      query: [['ownershipControls', '']],
      body: '<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule></OwnershipControls>',
    },
    GetBucketAcl: { method: 'GET', path: `/${Bucket}`, query: [['acl', '']] },
    GetBucketPolicyStatus: { method: 'GET', path: `/${Bucket}`, query: [['policyStatus', '']] },
    GetObjectAcl: { method: 'GET', path: `/${Bucket}/a`, query: [['acl', '']] },
    GetBucketVersioning: { method: 'GET', path: `/${Bucket}`, query: [['versioning', '']] },
    ListObjectVersions: { method: 'GET', path: `/${Bucket}`, query: [['versions', '']] },
    PutBucketLifecycleConfiguration: {
      method: 'PUT',
      path: `/${Bucket}`,
      query: [['lifecycle', '']],
      body: '<LifecycleConfiguration><Rule><Status>Enabled</Status><Prefix>x/</Prefix><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>',
    },
    DeleteBucketLifecycle: { method: 'DELETE', path: `/${Bucket}`, query: [['lifecycle', '']] },
    DeleteObjects: { method: 'POST', path: `/${Bucket}`, query: [['delete', '']], body: '<Delete><Object><Key>a</Key></Object></Delete>' },
    PutObject: { method: 'PUT', path: `/${Bucket}/a`, body: 'second' },
    CopyObject: { method: 'PUT', path: `/${Bucket}/c`, headers: source },
    GetObject: { method: 'GET', path: `/${Bucket}/a` },
    HeadObject: { method: 'HEAD', path: `/${Bucket}/a` },
    GetObjectAttributes: {
      method: 'GET',
      path: `/${Bucket}/a`,
      query: [['attributes', '']],
      headers: { 'x-amz-object-attributes': 'ETag' },
    },
    DeleteObject: { method: 'DELETE', path: `/${Bucket}/a` },
    CreateMultipartUpload: { method: 'POST', path: `/${Bucket}/c`, query: [['uploads', '']] },
    UploadPart: { method: 'PUT', path: `/${Bucket}/b`, query: part, body: 'other' },
    UploadPartCopy: { method: 'PUT', path: `/${Bucket}/b`, query: part, headers: source },
    ListParts: { method: 'GET', path: `/${Bucket}/b`, query: upload },
    CompleteMultipartUpload: {
      method: 'POST',
      path: `/${Bucket}/b`,
      query: upload,
      body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${ETag}</ETag></Part></CompleteMultipartUpload>`,
    },
    AbortMultipartUpload: { method: 'DELETE', path: `/${Bucket}/b`, query: upload },
  };
  const request = (name: string, more: { query?: Query; headers?: Record<string, string>; body?: string } = {}) => {
    const { method, path, query = [], headers = {}, body = '' } = operations[name] ?? expect.fail(name);
    return send(space, method, path, {
      query: [...query, ...(more.query ?? [])],
      headers: { ...headers, ...more.headers },
      body: more.body ?? body,
    });
  };
  const content = async () => ({
    objects: (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key, ETag: etag }) => [Key, etag]),
    uploads: (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key),
    part: /<ETag>[^<]*/.exec((await request('ListParts')).text)?.[0],
    cors: (await send(space, 'GET', `/${Bucket}`, { query: [['cors', '']] })).code,
    usage: await space.store.usage(Bucket),
  });
  return { space, names: Object.keys(operations), request, content };
}

const KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
/** Headers that S3 knows and the store doesn't implement, with a value that S3 accepts, and some that nobody knows. */
const headers: [string, string][] = [
  ['x-amz-server-side-encryption', 'aws:kms'],
  ['x-amz-server-side-encryption-aws-kms-key-id', 'key'],
  ['x-amz-server-side-encryption-bucket-key-enabled', 'true'],
  ['x-amz-server-side-encryption-context', 'e30='],
  ['x-amz-acl', 'public-read'],
  ['x-amz-acl', 'public-read-write'],
  ['x-amz-acl', 'authenticated-read'],
  ['x-amz-grant-full-control', 'id=other'],
  ['x-amz-grant-read', 'id=other'],
  ['x-amz-tagging', 'a=b'],
  ['x-amz-tagging-directive', 'REPLACE'],
  ['x-amz-storage-class', 'GLACIER'],
  ['x-amz-storage-class', 'REDUCED_REDUNDANCY'],
  ['x-amz-object-lock-mode', 'COMPLIANCE'],
  ['x-amz-object-lock-retain-until-date', '2100-01-01T00:00:00Z'],
  ['x-amz-object-lock-legal-hold', 'ON'],
  ['x-amz-bypass-governance-retention', 'true'],
  ['x-amz-mfa', 'device 123456'],
  ['x-amz-security-token', 'token'],
  ['x-amz-website-redirect-location', '/b'],
  ['x-amz-write-offset-bytes', '5'],
  ['x-amz-rename-source', 'b'],
  ['x-amz-rename-source-if-match', 'b'],
  ['x-amz-client-token', 'b'],
  ['x-amz-optional-object-attributes', 'RestoreStatus'],
  ['x-amz-checksum-sha512', KEY],
  ['x-amz-checksum-xxhash64', 'AAAAAAAAAAA='],
  ['x-amz-skip-destination-validation', 'true'],
  ['x-amz-not-invented-yet', '1'],
  ['content-range', 'bytes 0-1/5'],
];
/** Conditions, ranges and checksum modes belong to some operations only. */
const stored = ['PutObject', 'CopyObject', 'CreateMultipartUpload'];
const sealed = [...stored, 'GetObject', 'HeadObject', 'GetObjectAttributes', 'UploadPart', 'UploadPartCopy'].concat(
  'ListParts',
  'CompleteMultipartUpload',
);
const elsewhere: [string, string, readonly string[]][] = [
  ['x-amz-server-side-encryption', 'AES256', stored],
  ['x-amz-server-side-encryption-customer-algorithm', 'AES256', sealed],
  ['x-amz-server-side-encryption-customer-key', KEY, sealed],
  ['x-amz-server-side-encryption-customer-key-md5', 'cLyPS3KoaSFGi5jRIyCKPA==', sealed],
  ['x-amz-copy-source-server-side-encryption-customer-algorithm', 'AES256', ['CopyObject', 'UploadPartCopy']],
  [
    'if-match',
    '"other"',
    ['GetObject', 'HeadObject', 'GetObjectAttributes', 'PutObject', 'CopyObject', 'CompleteMultipartUpload', 'DeleteObject'],
  ],
  ['if-none-match', '"other"', ['GetObject', 'HeadObject', 'GetObjectAttributes', 'PutObject', 'CopyObject', 'CompleteMultipartUpload']],
  ['if-modified-since', new Date(0).toUTCString(), ['GetObject', 'HeadObject', 'GetObjectAttributes']],
  ['if-unmodified-since', new Date(0).toUTCString(), ['GetObject', 'HeadObject', 'GetObjectAttributes']],
  ['range', 'bytes=0-1', ['GetObject', 'HeadObject']],
  ['x-amz-checksum-mode', 'ENABLED', ['GetObject', 'HeadObject']],
  ['x-amz-copy-source-range', 'bytes=0-1', ['UploadPartCopy']],
  ['x-amz-copy-source-if-match', '"other"', ['CopyObject', 'UploadPartCopy']],
  ['x-amz-metadata-directive', 'REPLACE', ['CopyObject']],
  ['x-amz-if-match-size', '1', ['DeleteObject']],
  ['x-amz-mp-object-size', '1', ['CompleteMultipartUpload']],
];
const parameters = [
  'tagging',
  'torrent',
  'retention',
  'legal-hold',
  'restore',
  'select',
  'renameObject',
  'append',
  'position',
  'website',
].concat(
  ['policy', 'object-lock', 'replication', 'logging', 'notification', 'accelerate', 'requestPayment'],
  ['publicAccessBlock', 'inventory', 'analytics', 'metrics', 'intelligent-tiering', 'allow-unordered', 'x-amz-acl', 'not-invented-yet'],
);

describe('what isn’t implemented is refused, and nothing is stored or deleted', () => {
  test('headers, with every operation', { timeout: 120_000 }, async () => {
    const { names, request, content } = await filled();
    const before = await content();
    const wrong: unknown[] = [];
    for (const name of names) {
      const sent = [...headers, ...elsewhere.filter(([, , where]) => !where.includes(name))];
      for (const [header, value] of sent) {
        const { status, text } = await request(name, { headers: { [header]: value } });
        const isNamed = name.startsWith('Head') || text.includes(header) || text.includes('AccessControlListNotSupported');
        // Where nothing is stored, S3 answers so.
        const isWish = header === 'x-amz-server-side-encryption' && /^(Get|Head)Object$/.test(name);
        const isList = /^x-amz-(acl|grant-)/.test(header) && stored.includes(name);
        const expected = isWish || isList ? 400 : 501;
        if (status !== expected || !isNamed) wrong.push([name, header, value, status, text]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await content()).toEqual(before);
  });

  test('parameters, with every operation', { timeout: 120_000 }, async () => {
    const { names, request, content } = await filled();
    const before = await content();
    const wrong: unknown[] = [];
    for (const name of names)
      for (const parameter of parameters) {
        const { status } = await request(name, { query: [[parameter, 'b']] });
        const expected = parameter === 'x-amz-acl' && stored.includes(name) ? 400 : 501;
        if (status !== expected) wrong.push([name, parameter, status]);
      }
    expect(wrong).toEqual([]);
    expect(
      (
        await request('GetObject', {
          query: [
            ['response-expires', 'a'],
            ['response-expires', 'b'],
          ],
        })
      ).code,
    ).toBe('InvalidArgument');
    expect((await request('GetObject', { query: [['x-team', 'logs of a client']] })).status).toBe(200);
    expect(await content()).toEqual(before);
  });

  test('headers in a presigned URL, which has them as parameters', async () => {
    const { space, content } = await filled();
    const before = await content();
    const put = async (query: Query) => {
      const path = `/${Bucket}/a`;
      const options = { method: 'PUT', path, host: new URL(space.url).host, query, expiresIn: 60, now: Date.now() };
      return (await fetch(`${space.url}${path}?${presign(options, space.key, 'us-east-1')}`, { method: 'PUT', body: 'second' })).status;
    };
    for (const header of headers.filter(([name]) => name.startsWith('x-amz-')))
      expect([header, await put([header])]).toEqual([header, /^x-amz-(acl|grant-)/.test(header[0]) ? 400 : 501]);
    expect(await put([['x-amz-checksum-sha256', KEY]])).toBe(400);
    expect(await put([['x-amz-sdk-checksum-algorithm', 'SHA256']])).toBe(400);
    expect(await content()).toEqual(before);
    expect([await put([['x-amz-acl', 'private']]), await put([['x-amz-meta-author', 'sara']])]).toEqual([200, 200]);
    expect((await send(space, 'HEAD', `/${Bucket}/a`)).headers.get('x-amz-meta-author')).toBe('sara');
  });

  test('elements of documents', async () => {
    const { space, request, content } = await filled();
    const before = await content();
    const refused = async (name: string, body: string) => (await request(name, { body })).code;
    const key = '<Key>a</Key>';
    expect(await refused('DeleteObjects', `<Delete><Object>${key}<Owner>x</Owner></Object></Delete>`)).toBe('NotImplemented');
    expect(await refused('DeleteObjects', `<Delete><Object>${key}</Object><MFA>1</MFA></Delete>`)).toBe('NotImplemented');
    expect(await refused('DeleteObjects', `<Delete><Object kind="x">${key}</Object></Delete>`)).toBe('NotImplemented');
    const part = '<PartNumber>1</PartNumber><ETag>x</ETag>';
    expect(
      await refused('CompleteMultipartUpload', `<CompleteMultipartUpload><Part>${part}<Size>1</Size></Part></CompleteMultipartUpload>`),
    ).toBe('NotImplemented');
    const cors = (more: string) =>
      refused(
        'PutBucketCors',
        `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>${more}</CORSRule></CORSConfiguration>`,
      );
    expect(await cors('<AllowPrivateNetwork>true</AllowPrivateNetwork>')).toBe('NotImplemented');
    expect(await cors('<MaxAgeSeconds>1</MaxAgeSeconds><MaxAgeSeconds>2</MaxAgeSeconds>')).toBe('MalformedXML');
    const encrypt = async (inside: string) => {
      const body = `<ServerSideEncryptionConfiguration><Rule>${inside}</Rule></ServerSideEncryptionConfiguration>`;
      return (await send(space, 'PUT', `/${Bucket}`, { query: [['encryption', '']], body })).code;
    };
    const byDefault = (inside: string) => `<ApplyServerSideEncryptionByDefault>${inside}</ApplyServerSideEncryptionByDefault>`;
    expect(await encrypt(byDefault('<SSEAlgorithm>aws:kms</SSEAlgorithm>'))).toBe('NotImplemented');
    expect(await encrypt(byDefault('<SSEAlgorithm>AES256</SSEAlgorithm><KMSMasterKeyID>x</KMSMasterKeyID>'))).toBe('NotImplemented');
    expect(await encrypt(`${byDefault('<SSEAlgorithm>AES256</SSEAlgorithm>')}<BucketKeyEnabled>true</BucketKeyEnabled>`)).toBe(
      'NotImplemented',
    );
    expect(await encrypt('')).toBe('MalformedXML');
    const create = (inside: string) =>
      send({ ...space, key: rootKey }, 'PUT', '/another', { body: `<CreateBucketConfiguration>${inside}</CreateBucketConfiguration>` });
    expect((await create('<Tags><Tag><Key>a</Key><Value>b</Value></Tag></Tags>')).code).toBe('NotImplemented');
    expect((await create('<LocationConstraint>eu-west-1</LocationConstraint>')).code).toBe('IllegalLocationConstraintException');
    for (const body of [
      `<Delete><Object>${key}${key}</Object></Delete>`,
      `<Delete><Quiet>true</Quiet><Object>${key}</Object><Quiet>true</Quiet></Delete>`,
      `<Delete>a<Object>${key}</Object></Delete>`,
      `<Delete><Object><Key><b>a</b></Key></Object></Delete>`,
      `<Delete><Object>${key}</Object></Delete><Delete/>`,
      `<!DOCTYPE d [<!ENTITY k "a">]><Delete><Object><Key>&k;</Key></Object></Delete>`,
      '<Delete><Object><Key>&nbsp;</Key></Object></Delete>',
      '<Delete><Object><Key>a&#0;</Key></Object></Delete>',
      `<Deletes><Object>${key}</Object></Deletes>`,
      `${'<Delete>'.repeat(2_000)}${'</Delete>'.repeat(2_000)}`,
      `<Delete><Object>${key}</Object>`,
      '<Delete><Object></Object></Delete>',
      '',
    ])
      expect([body.slice(0, 60), await refused('DeleteObjects', body)]).toEqual([body.slice(0, 60), 'MalformedXML']);
    expect(await content()).toEqual(before);
    expect(await space.store.usage('another').catch(() => 'missing')).toBe('missing');
  });

  test('but every operation works with what clients always send', async () => {
    const { names, request } = await filled();
    const usual = { 'x-amz-user-agent': 'aws-sdk-js', 'x-amz-request-payer': 'requester', 'x-amz-expected-bucket-owner': 'nasim' };
    const wrong: unknown[] = [];
    for (const name of names.filter((one) => !/^(Delete|Complete|Abort)/.test(one))) {
      const { status, text } = await request(name, { headers: usual, query: [['x-id', name]] });
      if (status !== 200) wrong.push([name, status, text]);
    }
    expect(wrong).toEqual([]);
    const { status } = await request('PutObject', {
      headers: { 'x-amz-acl': 'private', 'x-amz-storage-class': 'STANDARD', 'x-amz-meta-a': 'b' },
    });
    expect(status).toBe(200);
    expect((await request('PutObject', { headers: { 'x-amz-expected-bucket-owner': '123456789012' } })).code).toBe('AccessDenied');
    expect((await request('CompleteMultipartUpload')).status).toBe(400); // another part was uploaded
    expect((await request('AbortMultipartUpload')).status).toBe(204);
  });
});

describe('a deletion with a condition', () => {
  test('deletes only what matches it', async () => {
    const { space, request, content } = await filled();
    const before = await content();
    const { headers: found } = await request('HeadObject');
    const [etag, modified] = [found.get('etag') ?? '', found.get('last-modified') ?? ''];
    const remove = async (sent: Record<string, string>) => (await request('DeleteObject', { headers: sent })).status;
    expect(await remove({ 'if-match': '"other"' })).toBe(412);
    expect(await remove({ 'x-amz-if-match-size': '6' })).toBe(412);
    expect(await remove({ 'x-amz-if-match-last-modified-time': new Date(0).toUTCString() })).toBe(412);
    expect(await remove({ 'if-match': etag, 'x-amz-if-match-size': '6' })).toBe(412);
    expect(await remove({ 'x-amz-if-match-size': 'many' })).toBe(400);
    const removeAll = (...objects: string[]) =>
      request('DeleteObjects', { body: `<Delete>${objects.map((one) => `<Object>${one}</Object>`).join('')}</Delete>` });
    for (const condition of ['<ETag>other</ETag>', '<Size>6</Size>', `<LastModifiedTime>${new Date(0).toUTCString()}</LastModifiedTime>`]) {
      const { status, text } = await removeAll(`<Key>a</Key>${condition}`, '<Key>never there</Key>');
      expect([status, text]).toEqual([200, expect.stringContaining('<Error><Key>a</Key><Code>PreconditionFailed</Code>')]);
      expect(text).toContain('<Deleted><Key>never there</Key></Deleted>');
    }
    expect((await removeAll('<Key>a</Key>', '<Key>a</Key><Size>6</Size>')).code).toBe('InvalidArgument');
    expect(await content()).toEqual(before);
    expect(await remove({ 'if-match': etag, 'x-amz-if-match-size': '5', 'x-amz-if-match-last-modified-time': modified })).toBe(204);
    expect(await remove({ 'if-match': '*' })).toBe(204);
    await space.store.put(Bucket, 'a', Buffer.from('first'), 'text/plain');
    expect((await removeAll(`<Key>a</Key><ETag>${etag}</ETag>`)).text).toContain('<Deleted><Key>a</Key></Deleted>');
    expect((await content()).objects).toBeUndefined();
  });

  test('and a copy or upload with one stores only then', async () => {
    const { space, request } = await filled();
    await space.store.put(Bucket, 'c', Buffer.from('target'), 'text/plain');
    const copy = async (sent: Record<string, string>) => (await request('CopyObject', { headers: sent })).status;
    expect(await copy({ 'if-none-match': '*' })).toBe(412);
    expect(await copy({ 'if-match': '"other"' })).toBe(412);
    expect(await copy({ 'x-amz-copy-source-if-match': '"other"' })).toBe(412);
    expect(await copy({ 'x-amz-copy-source-if-none-match': '*' })).toBe(412);
    expect(await copy({ 'x-amz-copy-source-if-unmodified-since': new Date(0).toUTCString() })).toBe(412);
    expect((await request('UploadPartCopy', { headers: { 'x-amz-copy-source-if-match': '"other"' } })).status).toBe(412);
    expect((await space.store.read(Bucket, 'c', 10)).toString()).toBe('target');
    expect(await copy({ 'if-match': '*' })).toBe(200);
    expect((await space.store.read(Bucket, 'c', 10)).toString()).toBe('first');
  });
});
