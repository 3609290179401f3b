import {
  CreateMultipartUploadCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type LifecycleRule,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { damageIndex, startObjectStore } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, rejectionCode, withSpace } from '../../../../../tests/support/s3.ts';
import { DAY } from '../../../../lib/time.ts';
import { afterDays } from './lifecycle.ts';

type Space = Awaited<ReturnType<typeof withSpace>>;
const setRules = (client: S3Client, ...Rules: Partial<LifecycleRule>[]) =>
  client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: {
        Rules: Rules.map((rule) => ({ Status: 'Enabled', ...(rule.Prefix === undefined && { Filter: {} }), ...rule })),
      },
    }),
  );
const rules = async (client: S3Client) => (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules;
const setVersioning = (client: S3Client, Status: 'Enabled' | 'Suspended') =>
  client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
const put = (client: S3Client, Key: string, Body = 'x') => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const keys = async ({ store }: Space) => (await store.list(Bucket, { limit: 1000 })).objects.map(({ key }) => key);
/** Sweeps as if `days` had passed. The clock is set back, because signatures have the current time. */
async function sweepAfter({ store, clock }: Space, days: number): Promise<void> {
  clock.ahead = days * DAY;
  await store.sweep();
  clock.ahead = 0;
}
/** Of the whole space: keys with the number of versions and of delete markers. */
async function versions(client: S3Client): Promise<Record<string, string>> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  const all = new Set([...Versions, ...DeleteMarkers].map(({ Key }) => String(Key)));
  const count = (rows: { Key?: string | undefined }[], key: string) => rows.filter(({ Key }) => Key === key).length;
  return Object.fromEntries([...all].sort().map((key) => [key, `${count(Versions, key)}+${count(DeleteMarkers, key)}`]));
}

test('days end at the midnight (UTC) that follows', () => {
  const at = (text: string) => Date.parse(text);
  expect(afterDays(at('2026-01-15T10:30:00Z'), 3)).toBe(at('2026-01-19T00:00:00Z'));
  expect(afterDays(at('2026-01-15T23:59:59.999Z'), 1)).toBe(at('2026-01-17T00:00:00Z'));
  expect(afterDays(at('2026-02-28T00:00:00Z'), 1)).toBe(at('2026-03-02T00:00:00Z'));
});

describe('the rules of a space', () => {
  test('are returned as they were set, and deleted', async () => {
    const { client } = await withSpace();
    expect(await rejectionCode(rules(client))).toBe('NoSuchLifecycleConfiguration');
    const wanted: LifecycleRule[] = [
      { ID: 'a', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 30 } },
      { ID: 'b', Status: 'Disabled', Prefix: 'old & new/', Expiration: { Date: new Date('2030-01-01T00:00:00Z') } },
      {
        ID: 'c',
        Status: 'Enabled',
        Filter: { And: { Prefix: 'tmp/', ObjectSizeGreaterThan: 0, ObjectSizeLessThan: 1000 } },
        NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 2 },
      },
      { ID: 'd', Status: 'Enabled', Filter: { Prefix: '' }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } },
      { ID: 'e', Status: 'Enabled', Filter: { Prefix: 'x' }, Expiration: { ExpiredObjectDeleteMarker: true } },
    ];
    await setRules(client, ...wanted);
    expect(await rules(client)).toEqual(wanted);
    await setRules(client, { Expiration: { Days: 1 } });
    expect(await rules(client)).toEqual([{ ID: expect.stringMatching(/./), Status: 'Enabled', Filter: {}, Expiration: { Days: 1 } }]);
    await client.send(new DeleteBucketLifecycleCommand({ Bucket }));
    expect(await rejectionCode(rules(client))).toBe('NoSuchLifecycleConfiguration');
  });

  test('are refused if they say what the store doesn’t do, or nothing', async () => {
    const { client } = await withSpace();
    const Expiration = { Days: 1 };
    const tag = { Key: 'a', Value: 'b' };
    const cases: [string, Partial<LifecycleRule>[]][] = [
      ['NotImplemented', [{ Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }]],
      ['NotImplemented', [{ NoncurrentVersionTransitions: [{ NoncurrentDays: 1, StorageClass: 'GLACIER' }] }]],
      ['NotImplemented', [{ Expiration, Filter: { Tag: tag } }]],
      ['NotImplemented', [{ Expiration, Filter: { And: { Prefix: 'a', Tags: [tag] } } }]],
      ['MalformedXML', []],
      ['MalformedXML', [{}]],
      ['MalformedXML', [{ Expiration, Prefix: 'a', Filter: {} }]],
      ['MalformedXML', [{ Expiration, Filter: { Prefix: 'a', ObjectSizeLessThan: 1 } }]],
      ['MalformedXML', [{ Expiration, Filter: { And: { Prefix: 'a' } } }]],
      ['MalformedXML', [{ Expiration, Status: 'enabled' as never }]],
      ['MalformedXML', [{ Expiration: { Days: 1, Date: new Date(0) } }]],
      ['MalformedXML', [{ NoncurrentVersionExpiration: { NewerNoncurrentVersions: 1 } }]],
      ['InvalidArgument', [{ Expiration: { Days: 0 } }]],
      ['InvalidArgument', [{ Expiration: { Date: new Date('2030-01-01T01:00:00Z') } }]],
      ['InvalidArgument', [{ NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 101 } }]],
      ['InvalidArgument', [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 0 } }]],
      ['InvalidArgument', [{ Expiration, ID: 'a'.repeat(256) }]],
      ['InvalidArgument', ['a', 'b'].map((Prefix) => ({ Expiration, ID: 'same', Filter: { Prefix } }))],
      ['InvalidRequest', [{ Expiration: { ExpiredObjectDeleteMarker: true }, Filter: { ObjectSizeLessThan: 9 } }]],
      ['InvalidRequest', [{ Expiration, Filter: { And: { ObjectSizeGreaterThan: 9, ObjectSizeLessThan: 9 } } }]],
    ];
    const found: [string, Partial<LifecycleRule>[]][] = [];
    for (const [, rules] of cases) found.push([await rejectionCode(setRules(client, ...rules)), rules]);
    expect(found).toEqual(cases);
    expect(await rejectionCode(rules(client))).toBe('NoSuchLifecycleConfiguration');
  });

  test('survive the loss of the index', async () => {
    const { store, folder, client } = await withSpace();
    await setRules(client, { ID: 'a', Filter: { Prefix: 'logs/' }, Expiration: { Days: 2 } });
    await setVersioning(client, 'Enabled');
    const key = await store.makeKey(Bucket);
    await store.close();
    damageIndex(folder, 'removed', Math.random);
    const again = await startObjectStore({ folder });
    await expect.poll(() => again.store.head(Bucket, 'none').catch(String)).toBe(null);
    const other = createS3Client(again.url, key);
    expect((await rules(other))?.map(({ ID }) => ID)).toEqual(['a']);
    expect((await put(other, 'a')).VersionId).toBeDefined();
  });
});

describe('the sweep', () => {
  test('deletes objects that have expired, by prefix and size, and requests say when', async () => {
    const space = await withSpace();
    const { client, store } = space;
    for (const key of ['logs/1', 'logs/2', 'photos/1', 'large', 'off/1']) await put(client, key, key === 'large' ? 'x'.repeat(100) : 'x');
    await setRules(
      client,
      { ID: 'my logs', Filter: { Prefix: 'logs/' }, Expiration: { Days: 1 } },
      { ID: 'later', Filter: { Prefix: 'logs/' }, Expiration: { Days: 9 } },
      { ID: 'size', Filter: { ObjectSizeGreaterThan: 50 }, Expiration: { Days: 5 } },
      { ID: 'off', Status: 'Disabled', Filter: { Prefix: 'off/' }, Expiration: { Days: 1 } },
    );
    const expected = `expiry-date="${new Date(afterDays(Date.now(), 1)).toUTCString()}", rule-id="my%20logs"`;
    const heads = [
      await put(client, 'logs/2'),
      await client.send(new HeadObjectCommand({ Bucket, Key: 'logs/1' })),
      await client.send(new GetObjectCommand({ Bucket, Key: 'logs/1' })),
    ];
    expect(heads.map((one) => one.Expiration)).toEqual([expected, expected, expected]);
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'off/1' }))).Expiration).toBeUndefined();
    await sweepAfter(space, 0.9);
    expect(await keys(space)).toHaveLength(5);
    await sweepAfter(space, 2);
    expect(await keys(space)).toEqual(['large', 'off/1', 'photos/1']);
    await sweepAfter(space, 6);
    expect(await keys(space)).toEqual(['off/1', 'photos/1']);
    expect(await store.usage(Bucket)).toEqual({ bytes: 2, objects: 2 });
    expect(space.faults).toEqual([]);
  });

  test('follows rules with a date, and rules that change on the same day', async () => {
    const space = await withSpace();
    for (const key of ['past/1', 'future/1']) await put(space.client, key);
    const date = (Prefix: string, text: string) => ({ Filter: { Prefix }, Expiration: { Date: new Date(text) } });
    await setRules(space.client, date('future/', '2100-01-01'));
    await space.store.sweep();
    expect(await keys(space)).toHaveLength(2);
    await setRules(space.client, date('past/', '2015-01-01'), date('future/', '2100-01-01'));
    await space.store.sweep();
    expect(await keys(space)).toEqual(['future/1']);
  });

  test('puts a delete marker on objects with versions, deletes old versions, and markers that are left alone', async () => {
    const space = await withSpace();
    const { client } = space;
    await setVersioning(client, 'Enabled');
    for (const key of ['a', 'b/1', 'c']) for (let n = 0; n < 4; n++) await put(client, key, String(n));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'c' }));
    await setRules(client, { ID: 'current', Filter: { Prefix: 'a' }, Expiration: { Days: 1 } });
    await sweepAfter(space, 3);
    expect(await versions(client)).toEqual({ a: '4+1', 'b/1': '4+0', c: '4+1' });
    const noncurrent = (Prefix: string, NewerNoncurrentVersions?: number) => ({
      Filter: { Prefix },
      NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions },
    });
    await setRules(client, noncurrent('b', 2), noncurrent('c'));
    await sweepAfter(space, 1);
    expect(await versions(client)).toEqual({ a: '4+1', 'b/1': '4+0', c: '4+1' });
    await sweepAfter(space, 3);
    expect(await versions(client)).toEqual({ a: '4+1', 'b/1': '3+0', c: '0+1' });
    expect(await keys(space)).toEqual(['b/1']);
    await setRules(client, { Filter: {}, Expiration: { ExpiredObjectDeleteMarker: true } });
    await space.store.sweep();
    expect(await versions(client)).toEqual({ a: '4+1', 'b/1': '3+0' });
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 7, objects: 8 });
    await setRules(client, { Filter: {}, Expiration: { Days: 1 }, NoncurrentVersionExpiration: { NoncurrentDays: 1 } });
    await sweepAfter(space, 9);
    await sweepAfter(space, 19);
    expect(await versions(client)).toEqual({});
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
  });

  test('aborts unfinished uploads after the days of a rule, others after seven days', async () => {
    const space = await withSpace();
    const { client } = space;
    for (const Key of ['short/1', 'long/1', 'other']) await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const abort = (Prefix: string, DaysAfterInitiation: number) => ({
      Filter: { Prefix },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation },
    });
    await setRules(client, abort('short/', 2), abort('long/', 20));
    const uploads = async () => ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).map(({ Key }) => Key);
    await sweepAfter(space, 1);
    expect(await uploads()).toEqual(['long/1', 'other', 'short/1']);
    await sweepAfter(space, 3);
    expect(await uploads()).toEqual(['long/1', 'other']);
    await sweepAfter(space, 8);
    expect(await uploads()).toEqual(['long/1']);
    await sweepAfter(space, 22);
    expect(await uploads()).toEqual([]);
  });

  test('answers clients when it aborts an upload, and by which rule', async () => {
    const { client } = await withSpace();
    const abort = (ID: string, Prefix: string, DaysAfterInitiation: number) => ({
      ID,
      Filter: { Prefix },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation },
    });
    await setRules(client, abort('all uploads', '', 5), abort('short', 'short/', 2), abort('قاعده', 'fa/', 1));
    const shown = async (Key: string) => {
      const { UploadId, AbortDate, AbortRuleId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const listed = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
      expect([listed.AbortDate, listed.AbortRuleId]).toEqual([AbortDate, AbortRuleId]);
      return [AbortDate?.getTime(), AbortRuleId];
    };
    expect(await shown('a')).toEqual([afterDays(Date.now(), 5), 'all uploads']);
    expect(await shown('short/a')).toEqual([afterDays(Date.now(), 2), 'short']);
    expect(await shown('fa/a')).toEqual([afterDays(Date.now(), 1), encodeURIComponent('قاعده')]);
    await client.send(new DeleteBucketLifecycleCommand({ Bucket }));
    expect(await shown('a')).toEqual([undefined, undefined]);
  });

  test('goes through more versions than it reads at a time, and lets requests pass', async () => {
    const space = await withSpace();
    const { client, store } = space;
    await setVersioning(client, 'Enabled');
    for (let n = 0; n < 700; n++) await store.put(Bucket, n < 600 ? 'same' : `key/${n}`, Buffer.from('x'), 'text/plain');
    await setRules(client, { Filter: {}, NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 5 } });
    space.clock.ahead = 5 * DAY;
    let [passed, isOver] = [0, false];
    const sweep = store.sweep().then(() => {
      isOver = true;
    });
    while (!isOver) {
      await store.head(Bucket, 'same');
      passed++;
      await new Promise(setImmediate);
    }
    await sweep;
    space.clock.ahead = 0;
    expect(passed).toBeGreaterThan(2);
    expect(await store.usage(Bucket)).toEqual({ bytes: 106, objects: 106 });
  });
});
