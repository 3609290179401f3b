import { describe, expect, test } from 'vitest';
import { type ObjectStore, ObjectStoreError, type ObjectStoreFault } from '../../src/provider/drivers/objects/objects.ts';

const MIB = 1024 ** 2;
const text = (value: string) => Buffer.from(value);

/** Names that are difficult for files, URLs or XML. */
const hardKeys = [
  'گزارش‌ها/فروش ۱۴۰۵.txt',
  '🌬️/نسیم 🚀.bin',
  '../../../etc/passwd',
  '/leading/slash',
  'a//b',
  '.',
  'con',
  'space and+plus%20?&=#.txt',
  `<&>'"`,
  '\ttab',
  'é vs é',
  'x'.repeat(1024),
];

/** The contract of every object store. @param make creates a separate store for one test */
export function objectStoreContract(make: () => Promise<ObjectStore>): void {
  const refuses = async (work: Promise<unknown>, fault: ObjectStoreFault) => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ObjectStoreError);
    expect((error as ObjectStoreError).fault).toBe(fault);
  };
  const withSpace = async (name = 'photos', quota = 100 * MIB) => {
    const store = await make();
    await store.createSpace(name, quota);
    return store;
  };

  describe('spaces', () => {
    test('names are unique', async () => {
      const store = await withSpace();
      await refuses(store.createSpace('photos', MIB), 'spaceExists');
    });

    test('only an empty space is removed, and a removed one is gone', async () => {
      const store = await withSpace();
      await store.put('photos', 'a', text('a'), 'text/plain');
      await refuses(store.removeSpace('photos'), 'spaceNotEmpty');
      await store.remove('photos', ['a']);
      const upload = await store.startUpload('photos', 'b', 'text/plain');
      await store.putPart('photos', 'b', upload, 1, text('b'));
      await store.removeSpace('photos');
      await store.removeSpace('photos');
      await refuses(store.usage('photos'), 'noSuchSpace');
      await store.createSpace('photos', MIB);
    });

    test('versions are kept until all are removed', async () => {
      const store = await withSpace();
      expect(await store.versioning('photos')).toBeNull();
      await store.put('photos', 'a', text('before'), 'text/plain');
      await store.setVersioning('photos', true);
      expect(await store.versioning('photos')).toBe('Enabled');
      for (const key of ['a', 'a', ...hardKeys]) await store.put('photos', key, text(key), 'text/plain');
      await store.remove('photos', ['a', hardKeys[0] ?? '']);
      expect(await store.head('photos', 'a')).toBeNull();
      await store.setVersioning('photos', false);
      expect(await store.versioning('photos')).toBe('Suspended');
      await store.removeAll('photos');
      await store.removeSpace('photos');
      await refuses(store.versioning('photos'), 'noSuchSpace');
    });

    test('are private until they are made readable for everyone, where the store can', async () => {
      const store = await withSpace();
      if (!store.capabilities.publicRead) {
        await expect(store.setAccess('photos', 'publicRead')).rejects.toThrow('capabilities.publicRead');
        await expect(store.accessOf('photos')).rejects.toThrow('capabilities.publicRead');
        return;
      }
      expect(await store.accessOf('photos')).toBe('private');
      await store.setAccess('photos', 'publicRead');
      expect(await store.accessOf('photos')).toBe('publicRead');
      await store.setAccess('photos', 'private');
      expect(await store.accessOf('photos')).toBe('private');
      await refuses(store.accessOf('others'), 'noSuchSpace');
    });

    test('the versions of a key are listed, copied, linked and deleted', async () => {
      const store = await withSpace();
      await store.setVersioning('photos', true);
      for (const value of ['one', 'two!']) await store.put('photos', 'a', text(value), 'text/plain');
      await store.put('photos', 'a/b', text('other'), 'text/plain');
      await store.remove('photos', ['a']);
      const pages: { isMarker: boolean; isLatest: boolean; size: number; version: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.listVersions('photos', { prefix: 'a', delimiter: '/', limit: 1, cursor });
        pages.push(...page.versions);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(pages.map(({ isMarker, isLatest, size }) => [isMarker, isLatest, size])).toEqual([
        [true, true, 0],
        [false, false, 4],
        [false, false, 3],
      ]);
      const [marker, , first] = pages.map(({ version }) => version) as [string, string, string];
      expect(await store.headVersion('photos', 'a', marker)).toEqual({ isMarker: true, size: 0 });
      expect(await store.headVersion('photos', 'a', first)).toEqual({ isMarker: false, size: 3 });
      expect(await store.headVersion('photos', 'a', 'A'.repeat(22))).toBeNull();
      expect(await store.headVersion('photos', 'a', 'no version')).toBeNull();
      expect(await store.link('photos', 'a', { expiresIn: 60, version: first })).toContain(`versionId=${first}`);
      await store.copy('photos', 'a', 'a', first);
      expect((await store.read('photos', 'a', MIB)).toString()).toBe('one');
      for (const version of [first, first, marker]) await store.removeVersion('photos', 'a', version);
      const all = await store.listVersions('photos', { prefix: 'a', delimiter: '/', limit: 10 });
      expect(all).toMatchObject({
        versions: [
          { isLatest: true, size: 3 },
          { isLatest: false, size: 4 },
        ],
        folders: ['a/'],
        nextCursor: null,
      });
    });

    test('lifecycle rules are replaced unless somebody else has changed them', async () => {
      const store = await withSpace();
      const rule = { id: '', isEnabled: true, prefix: 'logs/', expireDays: 30, noncurrentDays: null, abortDays: 7 };
      const { revision, rules } = await store.lifecycle('photos');
      expect(rules).toEqual([]);
      await store.setLifecycle('photos', [rule], revision);
      await refuses(store.setLifecycle('photos', [], revision), 'changed');
      const after = await store.lifecycle('photos');
      expect(after).toMatchObject({ rules: [{ ...rule, id: expect.stringMatching(/./) }], others: [] });
      await store.setLifecycle('photos', [], after.revision);
      expect((await store.lifecycle('photos')).rules).toEqual([]);
      await refuses(store.lifecycle('others'), 'noSuchSpace');
    });

    test('usage counts bytes and objects, once for each key', async () => {
      const store = await withSpace();
      await store.put('photos', 'a', text('12345'), 'text/plain');
      await store.put('photos', 'b', text('123'), 'text/plain');
      await store.put('photos', 'a', text('1'), 'text/plain');
      await store.copy('photos', 'b', 'c');
      await store.remove('photos', ['b', 'never there']);
      expect(await store.usage('photos')).toEqual({ bytes: 4, objects: 2 });
    });
  });

  describe('objects', () => {
    test.each(hardKeys)('the key %j comes back as it was written', async (key) => {
      const store = await withSpace();
      await store.put('photos', key, text(key), 'text/plain; charset=utf-8');
      expect((await store.list('photos', { limit: 10 })).objects.map((one) => one.key)).toEqual([key]);
      expect(await store.head('photos', key)).toMatchObject({ key, size: text(key).length, contentType: 'text/plain; charset=utf-8' });
      expect((await store.read('photos', key, MIB)).toString()).toBe(key);
      const copy = `${key.slice(0, 1000)}~`;
      await store.copy('photos', key, copy);
      expect((await store.read('photos', copy, MIB)).toString()).toBe(key);
      await store.remove('photos', [key, copy]);
      expect(await store.head('photos', key)).toBeNull();
      expect(await store.usage('photos')).toEqual({ bytes: 0, objects: 0 });
    });

    test('the ETag is the MD5 of the content, and an empty object is one', async () => {
      const store = await withSpace();
      expect((await store.put('photos', 'a', text('hello'), 'text/plain')).etag).toBe('5d41402abc4b2a76b9719d911017c592');
      expect((await store.put('photos', 'b', Buffer.alloc(0), 'text/plain')).etag).toBe('d41d8cd98f00b204e9800998ecf8427e');
      expect(await store.read('photos', 'b', 10)).toHaveLength(0);
      expect((await store.read('photos', 'a', 2)).toString()).toBe('he');
    });

    test('a missing object is refused with its name', async () => {
      const store = await withSpace();
      await refuses(store.read('photos', 'nothing', 10), 'noSuchKey');
      await refuses(store.copy('photos', 'nothing', 'b'), 'noSuchKey');
      await refuses(store.list('others', { limit: 10 }), 'noSuchSpace');
      await refuses(store.put('others', 'a', text('a'), 'text/plain'), 'noSuchSpace');
    });
  });

  describe('lists', () => {
    const fill = async (store: ObjectStore, keys: readonly string[]) => {
      for (const key of keys) await store.put('photos', key, text(key), 'text/plain');
    };
    const all = async (store: ObjectStore, options: { prefix?: string; delimiter?: string; limit: number }) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.list('photos', { ...options, cursor });
        expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(options.limit);
        found.push(...page.objects.map(({ key }) => key), ...page.folders);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    };

    test.each([1, 2, 3, 100])('in pages of %d, each key comes once, in UTF-8 order', async (limit) => {
      const store = await withSpace();
      // The last two are in another order in UTF-16.
      const keys = ['a', 'a/1', 'a/2', 'b', 'ب', '\u{ff5e}', '🚀'];
      await fill(store, [...keys].reverse());
      expect(await all(store, { limit })).toEqual(keys);
    });

    test.each([1, 2, 3, 100])('in pages of %d, a folder comes once, whatever is in it', async (limit) => {
      const store = await withSpace();
      await fill(store, ['2025/a', '2025/b', '2025/c/d', '2026/a', 'readme', 'عکس/۱', 'عکس/۲']);
      expect((await all(store, { delimiter: '/', limit })).sort()).toEqual(['2025/', '2026/', 'readme', 'عکس/'].sort());
      expect((await all(store, { delimiter: '/', prefix: '2025/', limit })).sort()).toEqual(['2025/a', '2025/b', '2025/c/']);
      expect(await all(store, { prefix: 'عکس/', limit })).toEqual(['عکس/۱', 'عکس/۲']);
    });
  });

  describe('uploads in parts', () => {
    test('are joined in number order; sending a part again replaces it', async () => {
      const store = await withSpace();
      const [first, second] = [Buffer.alloc(5 * MIB, 'a'), text('end')];
      const id = await store.startUpload('photos', 'big', 'video/mp4');
      await store.putPart('photos', 'big', id, 2, second);
      await store.putPart('photos', 'big', id, 1, text('wrong'));
      await store.putPart('photos', 'big', id, 1, first);
      expect(await store.head('photos', 'big')).toBeNull();
      const object = await store.completeUpload('photos', 'big', id, 2);
      expect(object).toMatchObject({ size: 5 * MIB + 3, etag: expect.stringMatching(/^[0-9a-f]{32}-2$/) });
      expect(await store.head('photos', 'big')).toMatchObject({ contentType: 'video/mp4' });
      expect((await store.read('photos', 'big', 6 * MIB)).equals(Buffer.concat([first, second]))).toBe(true);
      expect(await store.usage('photos')).toEqual({ bytes: 5 * MIB + 3, objects: 1 });
    });

    test('a missing part is refused, and a cancelled upload leaves nothing', async () => {
      const store = await withSpace();
      const id = await store.startUpload('photos', 'big', 'video/mp4');
      await store.putPart('photos', 'big', id, 1, text('a'));
      await refuses(store.completeUpload('photos', 'big', id, 2), 'invalidPart');
      await store.abortUpload('photos', 'big', id);
      await store.abortUpload('photos', 'big', id);
      await refuses(store.putPart('photos', 'big', id, 2, text('b')), 'noSuchUpload');
      expect(await store.usage('photos')).toEqual({ bytes: 0, objects: 0 });
      await store.removeSpace('photos');
    });
  });

  test('a link opens one object without a session, with the requested file name', async () => {
    const store = await withSpace();
    await store.listen();
    await store.put('photos', 'گزارش.txt', text('hello'), 'text/plain');
    const url = await store.link('photos', 'گزارش.txt', { expiresIn: 60, disposition: 'attachment; filename="report.txt"' });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, 'hello']);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="report.txt"');
    expect((await fetch(url.replace(/Signature=./, 'Signature=x'))).status).toBe(403);
    expect((await fetch(url.replace(encodeURIComponent('گزارش.txt'), 'other.txt'))).status).toBe(403);
  });
}
