import { describe, expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { GB, partSize } from '../../../lib/rules/cloud/space/limits.ts';
import { HOUR } from '../../../lib/time.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { cloudJobs } from '../jobs.ts';
import { hourlyCharge } from './meter.ts';

function testObjectStore({ provider }: TestProvider) {
  const { objects } = provider.services;
  if (!objects) throw new Error('the tests have an object store');
  return objects;
}
async function start(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  const spaceId = demo.spaceId;
  const list = async (prefix = '') => {
    const { objects, folders } = await p.ok(spaceObject.list, { spaceId, prefix }, { token });
    return [...folders, ...objects.map(({ key }) => key)];
  };
  const upload = (key: string, text: string, more: object = {}) =>
    p.try(spaceObject.upload, { spaceId, key, ...more }, { token, file: new File([text], 'file', { type: 'text/plain' }) });
  return { p, token, spaceId, list, upload };
}

describe('spaces', () => {
  test('a space has a key whose secret is returned once', async () => {
    const { p, token } = await start();
    const input = { name: 'my-files', datacenterId: 10, size: 5 };
    const { space: made, credentials } = await p.ok(space.create, input, { token });
    expect(made).toMatchObject({ name: 'my-files', dataCenter: 'Frankfurt', size: 5, used: 0, objects: 0 });
    expect(credentials?.secretKey).toMatch(/^[\w-]{40}$/);
    const again = await p.ok(space.credentials, { spaceId: made.id }, { token });
    expect(again.credentials).toMatchObject({ accessKey: credentials?.accessKey, endpoint: expect.stringMatching(/^http:/) });
    expect(JSON.stringify(again)).not.toContain(String(credentials?.secretKey));
    const rolled = await p.ok(space.roll, { spaceId: made.id }, { token });
    expect(rolled.credentials.accessKey).not.toBe(credentials?.accessKey);
    const log = JSON.stringify(await stored(p, 'changeLog'));
    for (const one of [credentials, rolled.credentials]) expect(log).not.toContain(String(one?.secretKey));
  });

  test('with versioning, replaced and deleted objects still take up space', async () => {
    const { p, token, spaceId, upload } = await start();
    const get = () => p.ok(space.get, { spaceId }, { token });
    const set = (enabled: boolean) => p.ok(space.setVersioning, { spaceId, enabled }, { token });
    const before = await get();
    expect(before.versioning).toBe('off');
    expect(await set(true)).toEqual({ versioning: 'enabled' });
    for (const text of ['12345', '123']) expect((await upload('versions.txt', text)).status).toBe(200);
    await p.ok(spaceObject.delete, { spaceId, keys: ['versions.txt'] }, { token });
    const after = await get();
    expect([after.versioning, after.space.used - before.space.used, after.space.objects - before.space.objects]).toEqual(['enabled', 8, 3]);
    expect(await set(false)).toEqual({ versioning: 'suspended' });
    expect((await get()).versioning).toBe('suspended');
  });

  test('a name of another account is taken, and an invalid one shows why', async () => {
    const { p } = await start();
    const second = await p.signIn(demo.second);
    const create = (name: string, more: object = {}) =>
      p.try(space.create, { name, datacenterId: 10, size: 5, ...more }, { token: second });
    expect(await create('demo-media')).toMatchObject({
      status: 409,
      body: { code: 'space:error.taken', fields: { name: expect.any(String) } },
    });
    for (const name of ['ab', 'Upper', 'a.b', '-a-', 'xn--abc', 'عکس‌ها', 'a'.repeat(64)])
      expect((await create(name)).body.fields, name).toHaveProperty('name');
    expect(await create('fine-name', { datacenterId: 13 })).toMatchObject({
      status: 422,
      body: { fields: { datacenterId: expect.any(String) } },
    });
    expect(await create('fine-name', { size: 10_001 })).toMatchObject({ status: 422, body: { fields: { size: expect.any(String) } } });
  });

  test('of two creations with one name at once, one is refused as taken', async () => {
    const { p, token } = await start();
    const second = await p.signIn(demo.second);
    const input = { name: 'same-name', datacenterId: 10, size: 5 };
    const answers = await Promise.all([token, second, token].map((one) => p.try(space.create, input, { token: one })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('only an empty space can be deleted, by typing its name; the name is then available', async () => {
    const { p, token, spaceId } = await start();
    const second = await p.signIn(demo.second);
    const remove = (confirm: string, id: string = spaceId) => p.try(space.delete, { spaceId: id, confirm }, { token });
    expect((await remove('other')).body.code).toBe('space:error.confirm');
    expect((await remove('demo-media')).body.code).toBe('space:error.notEmpty');
    expect((await remove('demo-archive', demo.emptySpaceId)).status).toBe(200);
    expect((await remove('demo-archive', demo.emptySpaceId)).status).toBe(404);
    await p.ok(space.create, { name: 'demo-archive', datacenterId: 11, size: 1 }, { token: second });
  });

  test('a size can be changed, but not below the stored data', async () => {
    const { p, token, spaceId } = await start();
    await testObjectStore(p).setQuota('demo-media', 3 * GB);
    expect((await p.ok(space.resize, { spaceId, size: 2 }, { token })).space.size).toBe(2);
    testObjectStore(p).usage = async () => ({ bytes: 2 * GB, objects: 1 });
    expect((await p.try(space.resize, { spaceId, size: 1 }, { token })).body.fields).toHaveProperty('size');
  });

  test('without a store the list shows it, and nothing can be created', async () => {
    const { p, token } = await start({ STORE_DRIVER: 'none' });
    expect((await p.ok(space.list, {}, { token })).hasStore).toBe(false);
    expect((await p.try(space.create, { name: 'my-files', datacenterId: 10, size: 5 }, { token })).body.code).toBe('space:error.noStore');
  });

  test('a bucket left by an interrupted creation is used by the next space with its name', async () => {
    const { p, token } = await start();
    await testObjectStore(p).createSpace('left-over', 1);
    await p.ok(space.create, { name: 'left-over', datacenterId: 10, size: 5 }, { token });
    const upload = { spaceId: (await p.ok(space.list, {}, { token })).spaces.find(({ name }) => name === 'left-over')?.id ?? '', key: 'a' };
    expect((await p.try(spaceObject.upload, upload, { token, file: new File(['more than a byte'], 'a') })).status).toBe(200);
  });

  test('a slow object store blocks no other call; until it responds, the space is invisible and its name is taken', async () => {
    const { p, token } = await start();
    const store = testObjectStore(p);
    const create = store.createSpace.bind(store);
    const { promise, resolve } = Promise.withResolvers<void>();
    store.createSpace = async (name, bytes) => {
      await promise;
      return create(name, bytes);
    };
    const input = { name: 'slow-one', datacenterId: 10, size: 5 };
    const first = p.try(space.create, input, { token });
    await expect.poll(async () => (await stored(p, 'space')).filter(({ reservedAt }) => reservedAt !== null)).toHaveLength(1);
    expect((await p.ok(space.list, {}, { token })).spaces.map(({ name }) => name)).not.toContain('slow-one');
    expect((await p.try(space.create, input, { token })).body.code).toBe('space:error.taken');
    await p.ok(space.resize, { spaceId: demo.spaceId, size: 60 }, { token });
    resolve();
    expect((await first).status).toBe(200);
    expect((await p.ok(space.list, {}, { token })).spaces.map(({ name }) => name)).toContain('slow-one');
  });

  test('a failing store releases the name, and a reservation of a crashed process expires', async () => {
    const { p, token } = await start();
    const store = testObjectStore(p);
    const create = store.createSpace.bind(store);
    store.createSpace = async () => {
      throw new Error('the disk is full');
    };
    const input = { name: 'second-try', datacenterId: 10, size: 5 };
    expect((await p.try(space.create, input, { token })).status).toBe(500);
    store.createSpace = create;
    const { space: made } = await p.ok(space.create, input, { token });
    await updateStored(p, 'space', { id: made.id }, { reservedAt: p.clock.now });
    expect((await p.try(space.create, input, { token })).body.code).toBe('space:error.taken');
    p.clock.now += 11 * 60_000;
    await p.ok(space.create, input, { token });
  });
});

describe('objects', () => {
  test('are uploaded, listed by folder, previewed, renamed and deleted', async () => {
    const { p, token, spaceId, list, upload } = await start();
    expect((await upload('متن/سلام.txt', 'سلام', { type: 'text/plain' })).status).toBe(200);
    expect(await list()).toEqual(
      ['photos/', 'reports/', 'متن/', 'گزارش‌ها/', 'readme.txt']
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .sort((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/'))),
    );
    const shown = await p.ok(spaceObject.get, { spaceId, key: 'متن/سلام.txt' }, { token });
    expect(shown).toMatchObject({ preview: { kind: 'text', text: 'سلام', isWhole: true }, object: { contentType: 'text/plain' } });
    const picture = await p.ok(spaceObject.get, { spaceId, key: 'photos/logo.png' }, { token });
    expect(picture.preview).toMatchObject({ kind: 'image', source: expect.stringMatching(/^data:image\/png;base64,/) });
    await p.ok(spaceObject.rename, { spaceId, key: 'متن/سلام.txt', to: 'hello.txt' }, { token });
    expect(await list('متن/')).toEqual([]);
    expect((await p.try(spaceObject.rename, { spaceId, key: 'hello.txt', to: 'readme.txt' }, { token })).body.code).toBe(
      'space:error.keyTaken',
    );
    expect(await p.ok(spaceObject.delete, { spaceId, prefix: 'photos/' }, { token })).toEqual({ deleted: 3, isMore: false });
    expect(await list()).not.toContain('photos/');
    expect((await p.try(spaceObject.delete, { spaceId }, { token })).body.code).toBe('space:error.nothing');
  });

  test('a key that can’t be in a URL is refused', async () => {
    const { upload } = await start();
    for (const key of ['a/', 'a//b', '../a', 'a/./b', 'a\tb', 'ط'.repeat(600)]) expect((await upload(key, 'x')).status, key).toBe(422);
  });

  test('a link opens the object for anyone until it expires, also when the key is replaced', async () => {
    const { p, token, spaceId } = await start({ S3_PORT: '0' });
    await testObjectStore(p).listen();
    const share = async () => (await p.ok(spaceObject.link, { spaceId, key: 'readme.txt', expiresIn: 3600 }, { token })).url;
    const url = await share();
    expect(await (await fetch(url)).text()).toMatch(/^Pictures and reports/);
    const second = await share();
    await p.ok(space.roll, { spaceId }, { token });
    expect((await fetch(second)).status).toBe(200);
    const third = await share();
    expect((await fetch(third)).status).toBe(200);
    const { url: download } = await p.ok(spaceObject.download, { spaceId, key: 'گزارش‌ها/فروش ۱۴۰۵.txt' }, { token });
    expect((await fetch(download)).headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('فروش ۱۴۰۵.txt')}`);
    p.clock.now += HOUR + 1000;
    expect((await fetch(third)).status).toBe(403);
  });

  test('a large object is uploaded in parts, each of which can be sent again', async () => {
    const { p, token, spaceId, list } = await start();
    const content = Buffer.alloc(partSize + 10, 'x');
    const send = (offset: number, uploadId?: string) =>
      p.try(
        spaceObject.upload,
        { spaceId, key: 'big.bin', size: content.length, offset, uploadId },
        { token, file: new File([content.subarray(offset, offset + partSize)], 'big.bin') },
      );
    const first = await send(0);
    expect(first.body).toMatchObject({ received: partSize, object: null });
    const id = String(first.body.uploadId);
    expect((await send(0, id)).body).toMatchObject({ uploadId: id });
    expect(await list()).not.toContain('big.bin');
    expect((await send(partSize, id)).body).toMatchObject({ uploadId: null, object: { key: 'big.bin', size: content.length } });
    expect((await send(partSize, id)).body.code).toBe('space:error.uploadGone');
    expect((await send(100, id)).status).toBe(422);
    expect(await stored(p, 'changeLog', { entityType: 'spaceObject' })).toHaveLength(1);
  });
});

describe('metering', () => {
  /** Runs the job as the schedule does, at `hours` after the start. */
  async function metered() {
    const { p } = await start();
    const began = Math.floor(p.clock.now / HOUR) * HOUR;
    const stored = { bytes: 0 };
    testObjectStore(p).usage = async (name) => ({ bytes: name === 'demo-media' ? stored.bytes : 0, objects: 1 });
    const account = await readAccountId(p);
    const before = await readBalance(p.store.reader, account);
    const run = async (hours: number) => {
      p.clock.now = began + hours * HOUR + 11 * 60_000;
      await runJobs(p, cloudJobs.meterSpaces);
    };
    return { stored, run, charged: async () => before - (await readBalance(p.store.reader, account)) };
  }
  const charge = (bytes: number, hours: number) => Math.floor((hourlyCharge(bytes) * hours) / 1_000_000);

  test('charges every hour once, exactly, whether the job is late, early or runs twice', async () => {
    const { stored, run, charged } = await metered();
    stored.bytes = 50 * GB;
    await run(1);
    for (const hours of [2, 2, 3, 3, 7, 7, 100, 99]) await run(hours);
    expect(await charged()).toBe(charge(50 * GB, 100));
    expect(hourlyCharge(50 * GB)).toBe(50 * unitRates.space);
  });

  test('hours missed by a late job count the smaller of the stored sizes before and after', async () => {
    const { stored, run, charged } = await metered();
    stored.bytes = 40 * GB;
    await run(1);
    stored.bytes = 400 * GB;
    await run(11);
    expect(await charged()).toBe(Math.floor((hourlyCharge(40 * GB) * 10 + hourlyCharge(400 * GB)) / 1_000_000));
  });
});
