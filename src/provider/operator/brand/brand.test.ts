import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { logoFile } from '../../../../tests/support/callInputs.ts';
import { startProvider, startSecond } from '../../../../tests/support/provider.ts';
import { type BrandDocument, builtInDocument } from '../../../config/brandDocument.ts';
import { readSite } from '../../../config/brandFile.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';

const acme: BrandDocument = {
  name: { en: 'Acme', fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
  contact: { email: 'help@acme.example', phone: '+1 202 555 0100' },
  invoices: {
    issuer: { name: 'Acme Ltd.', address: '1 High Street, London', taxId: 'GB123456789', email: 'billing@acme.example' },
    taxPercent: 7.7,
  },
  quotes: [
    { text: { en: 'Good.', fa: 'خوب.', ar: 'جيد.', es: 'Bien.' }, name: 'A. B.', role: { en: 'CTO', fa: 'CTO', ar: 'CTO', es: 'CTO' } },
  ],
};
const renamed = (en: string): BrandDocument => ({ ...acme, name: { ...acme.name, en } });

async function started(provider?: Awaited<ReturnType<typeof startProvider>>) {
  const p = provider ?? (await startProvider());
  const operator = { token: await p.signInOperator() };
  const folder = join(p.env.DATA_DIR, 'site');
  const file = join(folder, 'brand.json');
  const current = async () => (await p.ok(operatorBrand.get, {}, operator)).current;
  const trySave = (brand: object, version: string, note?: string) =>
    p.try(operatorBrand.save, { brand, version, ...(note && { note }) }, operator);
  /** Saves on top of what is there. */
  const save = async (brand: object, note?: string) => {
    const { status, body } = await trySave(brand, (await current()).version, note);
    expect([status, body.fields]).toEqual([200, undefined]);
  };
  const versions = async () => (await p.ok(operatorBrand.versions, {}, operator)).versions;
  const restore = async (number: number) => p.try(operatorBrand.restore, { number, version: (await current()).version }, operator);
  const upload = (use: string, image: File) => p.try(operatorBrand.upload, { use }, { ...operator, file: image });
  /** As with an editor on the server. */
  const edit = (content: object | string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  return { p, operator, folder, file, current, trySave, save, versions, restore, upload, edit };
}

test('without a file it is the built-in brand; saving writes the file that portals read', async () => {
  const { p, operator, file, folder, current, save, versions } = await started();
  expect(await current()).toMatchObject({ isBuiltIn: true, version: '', faults: [], isWritable: true, currency: 'USD' });
  expect((await current()).brand).toEqual(builtInDocument);
  expect(await versions()).toEqual([]);

  await save(acme, ' First version ');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(acme);
  expect(readSite(folder)?.brand).toMatchObject({ name: acme.name, invoices: { taxRate: 770 }, quotes: acme.quotes });
  expect(await current()).toMatchObject({ isBuiltIn: false, brand: acme });
  expect(await versions()).toMatchObject([
    { number: 2, source: 'panel', by: demo.operator, note: 'First version', isCurrent: true, isBuiltIn: false },
    { number: 1, source: 'file', by: null, note: null, isCurrent: false, isBuiltIn: true, changes: [] },
  ]);

  await save(renamed('Apex'));
  const [newest] = await versions();
  expect(newest).toMatchObject({ number: 3, changes: [{ field: 'name.en', before: 'Acme', after: 'Apex' }] });
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs[0]).toMatchObject({ by: demo.operator, account: null, action: 'update', entity: { type: 'brand', name: 'Apex' } });
  expect(logs[0]?.changes).toMatchObject([{ field: 'name.en', before: 'Acme', after: 'Apex' }]);
});

test('saving the same again changes nothing, also with the version from before', async () => {
  const { save, trySave, versions } = await started();
  await save(acme);
  expect((await trySave(acme, '')).status).toBe(200);
  expect(await versions()).toHaveLength(2);
});

test('every fault is reported by field, in the language of the caller, and nothing is saved', async () => {
  const { p, operator, trySave, versions, current } = await started();
  const light = { ...builtInDocument.colors?.light, brand: '#4cd7d3' };
  const draft = {
    ...acme,
    name: { en: 'Acme', fa: '', ar: 'أك\u202eمي' },
    contact: { email: 'acme', phone: 'by post' },
    support: { officeHours: { from: '09:00', to: '09:00' }, replyHours: { included: 2, priority: 4, business: 1 } },
    colors: { ...builtInDocument.colors, light },
    invoices: { ...acme.invoices, taxPercent: 19.555 },
    links: [{ label: acme.name, href: 'javascript:alert(1)' }],
    color: 'red',
  };
  const { status, body } = await trySave(draft, '');
  expect([status, body.code]).toEqual([422, 'error:validation']);
  expect(body.fields).toEqual({
    'name.fa': 'This field is required.',
    'name.ar': 'Remove control characters from this text.',
    'name.es': 'This field is required.',
    'contact.email': 'Enter an email address, such as name@example.com.',
    'contact.phone': expect.any(String),
    'support.officeHours.to': expect.any(String),
    'support.replyHours.priority': expect.any(String),
    'invoices.taxPercent': 'Use at most two decimals.',
    'links.0.href': expect.any(String),
    'colors.light.onBrand': expect.stringMatching(/^On the main color, its contrast is 1\.\d\d:1\. At least 4\.5:1 is required\.$/),
    color: 'A brand has no such field.',
  });
  const { body: preview } = await p.try(operatorBrand.preview, { brand: draft }, { ...operator, locale: 'fa' });
  const faults = preview.faults as { field: string; message: string }[];
  expect(faults.map(({ field }) => field).sort()).toEqual(Object.keys(body.fields ?? {}).sort());
  expect(faults.find(({ field }) => field === 'colors.light.onBrand')?.message).toMatch(/کنتراست آن روی رنگ اصلی ۱٫[۰-۹]+:۱ است/);
  expect(await versions()).toEqual([]);
  expect((await current()).isBuiltIn).toBe(true);
});

test('a preview says what saving would change and how readable the colors are', async () => {
  const { p, operator, save, current } = await started();
  await save(acme);
  const before = await current();
  const { faults, contrasts, changes } = await p.ok(operatorBrand.preview, { brand: renamed('Apex') }, operator);
  expect([faults, changes]).toEqual([[], [{ field: 'name.en', before: 'Acme', after: 'Apex' }]]);
  expect(contrasts).toHaveLength(6);
  expect(contrasts[0]).toEqual({ theme: 'light', text: 'onBrand', on: 'brand', ratio: expect.closeTo(5.8, 0) });
  expect(await current()).toEqual(before);
});

test('of two tabs the second one is refused with what was saved, also at the same time', async () => {
  const { trySave, save, versions, current } = await started();
  await save(acme);
  const { version } = await current();
  const both = await Promise.all(['One', 'Two'].map((name) => trySave(renamed(name), version)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { brand } = await current();
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'error:versionConflict',
    current: { brand: { name: brand.name } },
  });
  expect(await versions()).toHaveLength(3);
});

test('two portals on one database and one folder don’t overwrite each other', async () => {
  const one = await started();
  const two = await started(await startSecond(one.p));
  await one.save(acme);
  const { version } = await two.current();
  await one.save(renamed('One'));
  expect((await two.trySave(renamed('Two'), version)).status).toBe(409);
  expect((await two.current()).brand.name.en).toBe('One');
});

test('what was edited on the server is a conflict for an open form, and a version that can be restored', async () => {
  const { file, edit, save, trySave, current, versions, restore } = await started();
  await save(acme);
  const { version } = await current();
  edit(renamed('By hand'));
  utimesSync(file, 1_800_000_000, 1_800_000_000);
  expect((await current()).brand.name.en).toBe('By hand');
  const changes = [{ field: 'name.en', before: 'Acme', after: 'By hand' }];
  expect((await versions())[0]).toMatchObject({
    number: null,
    source: 'file',
    by: null,
    at: '2027-01-15T08:00:00.000Z',
    isCurrent: true,
    changes,
  });
  expect((await trySave(renamed('Form'), version)).status).toBe(409);

  await save(renamed('Form'));
  expect((await versions()).map(({ number, source, isCurrent }) => [number, source, isCurrent])).toEqual([
    [4, 'panel', true],
    [3, 'file', false],
    [2, 'panel', false],
    [1, 'file', false],
  ]);
  expect((await restore(3)).status).toBe(200);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(renamed('By hand'));
  expect((await versions())[0]).toMatchObject({ number: 5, restored: 3, by: demo.operator, isCurrent: true });
});

test('a file that isn’t valid is reported, replaced by a save, and stays in the history', async () => {
  const { edit, save, current, versions, restore } = await started();
  await save(acme);
  edit({ ...acme, contact: { email: 'nobody' } });
  expect(await current()).toMatchObject({ brand: acme, faults: [{ field: 'contact.email' }] });
  edit('{ "name": ');
  const { version, brand, faults } = await current();
  expect(faults).toEqual([{ field: '', message: 'The file isn’t valid JSON.' }]);
  expect([brand, version]).toEqual([acme, expect.stringMatching(/^[\da-f]{32}$/)]);
  await save(renamed('Repaired'));
  const listed = await versions();
  expect(listed.map(({ number, changes }) => [number, changes === null])).toEqual([
    [4, true],
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect(await restore(3)).toMatchObject({ status: 422, body: { code: 'operatorBrand:error.json' } });
  expect((await restore(9)).status).toBe(404);
  expect((await current()).brand.name.en).toBe('Repaired');
});

test('the built-in brand is a version: restoring it removes the file', async () => {
  const { folder, save, current, restore } = await started();
  await save(acme);
  expect((await restore(1)).status).toBe(200);
  expect(await current()).toMatchObject({ isBuiltIn: true, version: '', brand: builtInDocument });
  expect(readSite(folder)).toBeNull();
  expect((await restore(2)).status).toBe(200);
  expect((await current()).brand).toEqual(acme);
});

test('a version whose image is gone is refused', async () => {
  const { folder, save, restore, upload, current } = await started();
  const { body } = await upload('logo', logoFile());
  await save({ ...acme, logo: body.file });
  await save(acme);
  expect((await restore(2)).status).toBe(200);
  await save(acme);
  rmSync(join(folder, String(body.file)));
  expect(await restore(2)).toMatchObject({ status: 422, body: { fields: { logo: `${body.file} does not exist.` } } });
  expect((await current()).brand).toEqual(acme);
});

test('the currency can’t be changed', async () => {
  const { p, operator, trySave, save } = await started();
  const draft = { ...acme, currency: { code: 'EUR', divisor: 10, minorDigits: 2 } };
  expect((await trySave(draft, '')).body.fields).toEqual({ currency: expect.any(String) });
  expect((await p.ok(operatorBrand.preview, { brand: draft }, operator)).faults.map(({ field }) => field)).toEqual(['currency']);
  await save({ ...acme, currency: builtInDocument.currency });
});

test('images are stored by their content, so that those of older versions stay', async () => {
  const { p, operator, folder, upload, save } = await started();
  const square = (color: string) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: color } })
      .png()
      .toBuffer();
  const image = async (color: string) => new File([new Uint8Array(await square(color))], 'Our logo.PNG', { type: 'image/png' });
  const names = [];
  for (const color of ['#ff0000', '#0000ff', '#ff0000']) names.push((await upload('logo', await image(color))).body.file);
  expect(names[0]).toMatch(/^logo-[\da-f]{12}\.png$/);
  expect(names[2]).toBe(names[0]);
  expect(readdirSync(folder).sort()).toEqual([names[0], names[1]].sort());
  await save({ ...acme, logo: names[1] });
  expect(readSite(folder)?.brand.logo).toContain(names[1]);

  const response = await p.request('GET', `/operator/brand/image?file=${names[0]}`, operator);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect((await p.try(operatorBrand.image, { file: 'logo-0.png' }, operator)).status).toBe(404);
  expect((await p.try(operatorBrand.image, { file: '../secrets.json' }, operator)).status).toBe(422);
});

test('an image that a start would refuse isn’t stored', async () => {
  const { folder, upload } = await started();
  const svg = (content: string) => logoFile(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`, 'mark.svg');
  const fault = async (use: string, image: File) => (await upload(use, image)).body.fields?.file;
  expect(await fault('logo', svg('<script>alert(1)</script>'))).toBe('mark.svg contains a script, an animation or embedded content.');
  expect(await fault('logo', logoFile('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'))).toBe('logo.svg isn’t square.');
  expect(await fault('shareImage', svg(''))).toBe('mark.svg isn’t a PNG image of 1200 × 630 pixels.');
  expect(await fault('logo', new File(['text'], 'logo.png'))).toMatch(/^logo\.png /);
  const large = await upload('logo', new File([new Uint8Array(1024 * 1024 + 1)], 'large.png'));
  expect([large.status, large.body.code]).toEqual([413, 'error:fileTooLarge']);
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('a folder that can’t be written is reported, and nothing changes', async () => {
  const { folder, current, trySave, upload, versions } = await started();
  // Tests may run as root, for whom nothing is read-only.
  writeFileSync(folder, '');
  expect(await current()).toMatchObject({ isWritable: false, isBuiltIn: true });
  const refused = {
    status: 409,
    body: { code: 'operatorBrand:error.notWritable', message: expect.stringContaining('Nothing was changed.') },
  };
  expect(await trySave(acme, '')).toMatchObject(refused);
  expect(await upload('logo', logoFile())).toMatchObject(refused);
  expect((await versions()).filter(({ source }) => source === 'panel')).toEqual([]);
  rmSync(folder);
  expect((await trySave(acme, '')).status).toBe(200);
});

test('a save that the database doesn’t accept leaves the former brand', async () => {
  const { p, file, save, trySave, current, versions } = await started();
  await save(acme);
  const before = [readFileSync(file, 'utf8'), await versions()];
  const { version } = await current();
  const { write } = p.store;
  let replaced = '';
  p.store.write = (lock, work) =>
    write(lock, async (tx) => {
      const answer = await work(tx);
      replaced = readFileSync(file, 'utf8');
      if (replaced !== before[0]) throw new Error('the database is gone');
      return answer;
    });
  expect((await trySave(renamed('Apex'), version)).status).toBe(500);
  p.store.write = write;
  expect(replaced).toContain('Apex');
  expect([readFileSync(file, 'utf8'), await versions()]).toEqual(before);
});

test('what a kill before the commit leaves is listed as found on the server', async () => {
  const { edit, save, versions } = await started();
  await save(acme);
  // The new file is written, and the database knows nothing of it.
  edit(renamed('Apex'));
  await save(renamed('Zenith'));
  expect((await versions()).map(({ number, source, changes }) => [number, source, changes?.at(-1)?.after])).toEqual([
    [4, 'panel', 'Zenith'],
    [3, 'file', 'Apex'],
    [2, 'panel', expect.anything()],
    [1, 'file', undefined],
  ]);
});

test('the history has pages, newest first', async () => {
  const { p, operator, save } = await started();
  for (let n = 1; n <= 21; n++) await save(renamed(`Acme ${n}`));
  const first = await p.ok(operatorBrand.versions, {}, operator);
  expect(first.versions.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, place) => 22 - place));
  expect(first.versions.at(-1)?.changes).toEqual([{ field: 'name.en', before: 'Acme 1', after: 'Acme 2' }]);
  const second = await p.ok(operatorBrand.versions, { before: first.next ?? 0 }, operator);
  expect(second).toMatchObject({ versions: [{ number: 2 }, { number: 1 }], next: null });
  expect(second.versions.some(({ isCurrent }) => isCurrent)).toBe(false);
});

test('for everybody else the calls don’t exist', async () => {
  const { p } = await started();
  const as = { token: await p.signIn() };
  const calls = [
    [operatorBrand.get, {}],
    [operatorBrand.preview, { brand: acme }],
    [operatorBrand.save, { brand: acme, version: '' }],
    [operatorBrand.versions, {}],
    [operatorBrand.restore, { number: 1, version: '' }],
    [operatorBrand.upload, { use: 'logo' }],
    [operatorBrand.image, { file: 'logo.svg' }],
  ] as const;
  for (const [call, input] of calls) {
    const answer = await p.try(call, input, { ...as, ...(call === operatorBrand.upload && { file: logoFile() }) });
    expect([call.id.join('.'), answer.status]).toEqual([call.id.join('.'), 404]);
  }
});
