import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { filesIn, png, started } from '../../../../tests/support/uploadCases.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { upload } from '../../../lib/contract/core/upload.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { uploadLimits } from '../../../lib/rules/core/upload.ts';

const { ticketId } = demo;

test('a file is stored under a random name, sent with a message, and served as a download only', async () => {
  const { p, sent, reply, get, token } = await started();
  const id = await sent('line 1\nخط دوم\n', 'گزارش "1".log');
  const [name = ''] = await filesIn(p);
  expect(name).toMatch(/^[0-9a-z]+-[0-9a-f]{32}$/);
  expect((await stat(join(p.env.DATA_DIR, 'uploads', name))).mode & 0o777).toBe(0o600);
  expect((await get(id)).status).toBe(404);
  const { status, body } = await reply([id]);
  expect(status).toBe(200);
  expect((body.reply as { attachments: object[] }).attachments).toEqual([{ id, name: 'گزارش 1.log', type: 'text/plain', size: 19 }]);
  const answer = await get(id);
  expect(answer.body.text).toBe('line 1\nخط دوم\n');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.log"; filename\*=UTF-8''%DA/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect((await p.ok(ticket.messages, { ticketId }, { token })).messages.at(-1)?.attachments).toHaveLength(1);
  const operator = await p.signInOperator();
  expect((await p.try(operatorTicket.attachment, { fileId: id }, { token: operator })).body.text).toContain('line 1');
});

const types: [string, BlobPart, string, string][] = [
  ['PNG', png, 'a.png', 'image/png'],
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'a.jpg', 'image/jpeg'],
  ['GIF', 'GIF89a\u0001', 'a.gif', 'image/gif'],
  ['WebP', 'RIFF\u0001\u0001\u0001\u0001WEBPVP8 ', 'a.webp', 'image/webp'],
  ['PDF', '%PDF-1.7\n%âãÏÓ', 'a.pdf', 'application/pdf'],
  ['zip', Buffer.from('504b0304140000000800', 'hex'), 'a.zip', 'application/zip'],
  ['JSON', ' {"a": 1}', 'a.json', 'application/json'],
  ['CSV', 'a,b\n1,2\n', 'a.csv', 'text/plain'],
  ['a log with colours', '\u001b[31merror\u001b[0m\n', 'a.log', 'text/plain'],
];
test('a type is recognized by its content and served as a download', async () => {
  const { sent, reply, get } = await started();
  for (const [_name, content, name, type] of types) {
    const id = await sent(content, name);
    await reply([id]);
    const { headers } = await get(id);
    expect(headers.get('content-type')?.split(';')[0], _name).toBe(type);
    expect(headers.get('content-disposition'), _name).toContain(`filename="${name}"`);
  }
});
test('whatever its name and its content, a file is downloaded and never displayed or run at this address', async () => {
  const { p, sent, get, reply } = await started();
  const html = '<script>alert(1)</script>';
  const names = [
    '"; filename="x.html',
    "a'; filename*=UTF-8''x.html",
    'a\r\nset-cookie: x=1\r\n\r\n<html>.png',
    '\u202egnp.exe',
    'گزارش.svg',
    '../../etc/passwd',
    'a%0d%0ax.htm',
    `${'ل'.repeat(300)}.png`,
    '.htaccess',
    '\u2028\u0000.png',
  ];
  const contents: BlobPart[][] = [
    [png, html],
    [`GIF89a/*${html}*/=1;alert(1)`],
    ['%PDF-1.7\n', html],
    [Buffer.from('504b030414', 'hex'), html],
  ];
  const ids: string[] = [];
  for (const [n, name] of names.entries()) {
    ids.push(await sent([...(contents[n % contents.length] ?? []), String(n)], name));
    // A message has at most five files.
    if (ids.length % 5 === 0) expect((await reply(ids.slice(-5))).status).toBe(200);
  }
  const stranger = await p.signIn(demo.second);
  for (const [n, id] of ids.entries()) {
    const { headers } = await get(id);
    const type = ['image/png', 'image/gif', 'application/pdf', 'application/zip'][n % 4];
    const extension = type?.split('/')[1] ?? '';
    expect([names[n], headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([names[n], type, 'nosniff']);
    expect(headers.get('content-security-policy'), names[n]).toBe("default-src 'none'; sandbox");
    const disposition = headers.get('content-disposition') ?? '';
    // One name in quotes without any inside, and one encoded, both with the extension of the content.
    const own = new RegExp(`^attachment; filename="[\\w.-]+\\.${extension}"; filename\\*=UTF-8''[\\w.%~!-]+\\.${extension}$`);
    expect(disposition, names[n]).toMatch(own);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '').length, names[n]).toBeLessThanOrEqual(130);
    expect(headers.get('set-cookie')).toBeNull();
    expect((await get(id, stranger)).status).toBe(404);
    expect((await p.try(ticket.attachment, { fileId: id }, {})).status).toBe(401);
  }
});
const refused: [string, BlobPart | BlobPart[], string][] = [
  ['a program called an image', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'photo.png'],
  ['an ELF program called a log', Buffer.from('7f454c4602010100', 'hex'), 'a.log'],
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg'],
  ['an SVG called a text', '\ufeff <!-- x -->\n<svg onload="alert(1)"/>', 'a.txt'],
  ['an XML declaration', '<?xml version="1.0"?><svg/>', 'a.png'],
  ['HTML', '<!DOCTYPE html><script>alert(1)</script>', 'a.txt'],
  ['HTML after comments', '<!-- a --><!-- b -->\n<HTML>', 'a.csv'],
  ['a script for a shell', '#!/bin/sh\nrm -rf /\n', 'a.txt'],
  ['text that is not UTF-8', Buffer.from('c3285c', 'hex'), 'a.txt'],
  ['a text that ends within a letter', Buffer.from('61d8', 'hex'), 'a.txt'],
  ['a text with a NUL at its end', ['a'.repeat(100_000), '\u0000'], 'a.txt'],
  ['a disk image', Buffer.alloc(40_000), 'a.zip'],
];

test('a type that isn’t accepted is refused, whatever the name', async () => {
  const { p, send } = await started();
  const before = await snapshot(p);
  for (const [_name, content, name] of refused) {
    const { status, body } = await send(content, name);
    expect([status, body.code, Object.keys(body.fields ?? {})], _name).toEqual([415, 'error:fileFormat', ['file']]);
    expect(await snapshot(p), _name).toBe(before);
    expect(await filesIn(p), _name).toEqual([]);
  }
});

test.each([
  ['run.bat', 'run.bat.txt'],
  ['x.html', 'x.html.txt'],
  ['../../etc/passwd', 'passwd.txt'],
  ['C:\\a\\b.log', 'b.log'],
  ['invoice\u202Egnp.exe', 'invoicegnp.exe.txt'],
  ['..', 'file.txt'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(120)}.csv`],
])('the name %s is kept as %s', async (name, stored) => {
  const { send } = await started();
  expect((await send('text', name)).body.file).toMatchObject({ name: stored });
});

test('a body with a content length above the limit is refused without reading it', async () => {
  const { p, token } = await started();
  let read = 0;
  const raw = new ReadableStream<Uint8Array>({
    pull(controller) {
      read++;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(uploadLimits.bytes * 2) };
  const answer = await p.request('POST', '/upload/file', { token, raw, headers });
  expect(answer.status).toBe(413);
  expect(read).toBeLessThan(3);
});

test('a sixth file and a duplicate are refused; the count starts again with the next message', async () => {
  const { p, send, sent } = await started();
  for (let i = 0; i < uploadLimits.files; i++) {
    if (i === 3) expect(await send('text 0')).toMatchObject({ status: 409, body: { code: 'error:fileDuplicate' } });
    await sent(`text ${i}`);
  }
  expect(await send('text 9')).toMatchObject({ status: 422, body: { code: 'error:tooManyFiles', params: { max: 5 } } });
  expect((await send('text 9', 'a.txt', { draft: 'd2' })).status).toBe(200);
  expect(await filesIn(p)).toHaveLength(6);
});

test('files that arrive at the same time are counted, and duplicates are accepted once', async () => {
  const { p, send } = await started();
  const same = await Promise.all(Array.from({ length: 4 }, () => send('the same')));
  expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const more = await Promise.all(Array.from({ length: 8 }, (_, i) => send(`text ${i}`)));
  expect(more.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(await filesIn(p)).toHaveLength(5);
});

test('a file that is already in the ticket is refused on upload and on sending', async () => {
  const { send, sent, reply } = await started();
  await reply([await sent('once', 'a.txt')]);
  expect((await send('once', 'b.txt', { draft: 'd2', owner: ticketId })).status).toBe(409);
  const again = await sent('once', 'c.txt', { draft: 'd2' });
  expect(await reply([again])).toMatchObject({ status: 409, body: { code: 'error:fileDuplicate' } });
});

test('only the customer’s own unsent files can be sent, and a refused message sends none', async () => {
  const { p, sent, reply } = await started();
  const id = await sent('mine');
  const stranger = await p.signIn(demo.second);
  const foreign = await p.try(
    ticket.create,
    { title: 'x', departmentId: 'technical', service: 'cdn', message: 'x', attachments: [id] },
    { token: stranger },
  );
  expect([foreign.status, Object.keys(foreign.body.fields ?? {})]).toEqual([422, ['attachments']]);
  expect((await reply([id, 'never-was'])).status).toBe(422);
  expect((await reply([id, id])).status).toBe(422);
  expect((await reply(['a', 'b', 'c', 'd', 'e', 'f'])).status).toBe(422);
  expect((await reply([id])).status).toBe(200);
  expect((await reply([id])).status).toBe(422);
});

test('an unsent file is deleted with its bytes; a sent one remains', async () => {
  const { p, token, sent, reply } = await started();
  const id = await sent('a');
  await p.ok(upload.delete, { fileId: id }, { token });
  expect(await filesIn(p)).toEqual([]);
  const accepted = await sent('b');
  await reply([accepted]);
  expect((await p.try(upload.delete, { fileId: accepted }, { token })).body.code).toBe('error:fileSent');
  expect(await filesIn(p)).toHaveLength(1);
});

test('a body that can’t be read is refused and leaves no file', async () => {
  const { p, token } = await started();
  const form = 'multipart/form-data; boundary=x';
  const field = (name: string, text: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}`;
  for (const [name, type, raw, status] of [
    ['no boundary', 'multipart/form-data', '--x--', 415],
    ['another type', 'application/json', '{}', 415],
    ['nothing', form, '', 400],
    ['no end', form, field('usage', 'ticket'), 400],
    ['no name', form, '--x\r\nContent-Type: text/plain\r\n\r\na\r\n--x--', 400],
    ['headers without end', form, `--x\r\nA: ${'b'.repeat(40_000)}`, 400],
    ['a field without end', form, field('a', `${'b'.repeat(70_000)}\r\n--x--`), 413],
    ['no file', form, field('usage', 'ticket\r\n--x--'), 422],
  ] as const) {
    const answer = await p.request('POST', '/upload/file', { token, raw, headers: { 'content-type': type } });
    expect(answer.status, name).toBe(status);
    expect(await filesIn(p), name).toEqual([]);
  }
});

test('a body is read the same way however it is split into chunks', async () => {
  const { p, token } = await started();
  const part = (name: string, text: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const content = 'a\r\n-x-not-a-boundary\r\n-\r\n\r\n--\r\n';
  const body = `${part('usage', 'ticket')}--x\r\ncontent-disposition: form-data; name="file"; filename="a%22.txt"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--x\r\nContent-Disposition: form-data; name="draft"\r\n\r\n`;
  for (const size of [1, 2, 3, 7, 64]) {
    const bytes = Buffer.from(`${body}p${size}\r\n--x--\r\n`);
    const raw = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
        controller.close();
      },
    });
    const { status, body: uploaded } = await p.request('POST', '/upload/file', {
      token,
      raw,
      headers: { 'content-type': 'multipart/form-data; boundary="x"' },
    });
    expect([size, status, uploaded.file]).toMatchObject([size, 200, { name: 'a.txt', size: content.length }]);
  }
});

test('each kind of upload has its own limit: a zone file of more than 10 MB is refused with 413', async () => {
  const { p, token } = await started();
  const file = new File([Buffer.alloc(10 * 1024 * 1024 + 1, '; a comment\n')], 'zone.txt');
  const { status, body } = await p.try(zone.import, { domainId: demo.domainId, dryRun: true }, { token, file });
  expect([status, body.message]).toEqual([413, 'File too large: the limit is 10 MB.']);
});

test('another customer’s file can’t be downloaded or deleted', async () => {
  const { p, sent, reply, get } = await started();
  const id = await sent('mine');
  const stranger = await p.signIn(demo.second);
  expect((await p.try(upload.delete, { fileId: id }, { token: stranger })).status).toBe(404);
  await reply([id]);
  expect((await get(id, stranger)).status).toBe(404);
});
