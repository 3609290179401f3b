import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { announcement } from '../../../lib/contract/core/announcement.ts';
import { operatorAnnouncement } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { HOUR } from '../../../lib/time.ts';

async function started() {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  const usual = { kind: 'incident', impact: 'degraded', components: ['mail'], title: { en: 'T' }, text: { en: 'B' } };
  const post = (input: object) => p.ok(operatorAnnouncement.create, { ...usual, ...input } as never, as); // validated by the call
  const banner = async (locale: 'en' | 'fa' = 'en') => {
    const { body } = await p.try(announcement.list, {}, { locale });
    return (body.announcements as { title: string; body: string }[]).map(({ title, body: text }) => `${title}: ${text}`);
  };
  const page = async () => (await p.ok(provider.status, {})).incidents;
  return { p, as, usual, post, banner, page, at: (hours: number) => new Date(p.clock.now + hours * HOUR).toISOString() };
}

test('an incident is in the banner and on the status page until it is resolved', async () => {
  const { p, as, post, banner, page } = await started();
  expect(await banner()).toEqual([]);
  const { announcement: made } = await post({
    kind: 'incident',
    title: { en: 'Mails are late', fa: 'ایمیل‌ها دیر می‌رسند', ar: '' },
    text: { en: 'We are looking into it.' },
  });
  expect(await banner()).toEqual(['Mails are late: We are looking into it.']);
  // A missing translation falls back to English.
  expect(await banner('fa')).toEqual(['ایمیل‌ها دیر می‌رسند: We are looking into it.']);
  expect((await page())[0]).toMatchObject({ id: made.id, kind: 'incident', stage: 'investigating', resolvedAt: null });
  const update = (stage: string, en: string) =>
    p.ok(operatorAnnouncement.update, { announcementId: made.id, stage, text: { en } } as never, as); // validated by the call
  await update('identified', 'A full disk.');
  expect(await banner()).toEqual(['Mails are late: A full disk.']);
  await update('resolved', 'They arrive again.');
  expect(await banner()).toEqual([]);
  expect((await page())[0]?.updates.map(({ stage }) => stage)).toEqual(['resolved', 'identified', 'investigating']);
});

test('maintenance is announced two days ahead, affects its components from its start, and ends automatically', async () => {
  const { p, post, banner, page, at } = await started();
  const mail = async () => (await p.ok(provider.status, {})).components.find(({ name }) => name === 'mail')?.state;
  await post({ kind: 'maintenance', impact: 'down', startsAt: at(72), endsAt: at(74), title: { en: 'New disks' } });
  expect(await banner()).toEqual([]);
  expect((await page())[0]).toMatchObject({ kind: 'maintenance', stage: 'scheduled', resolvedAt: null });
  p.clock.now += 25 * HOUR;
  expect(await banner()).toEqual(['New disks: B']);
  expect(await mail()).not.toBe('down');
  p.clock.now += 48 * HOUR;
  expect(await mail()).toBe('down');
  p.clock.now += 2 * HOUR;
  expect(await mail()).not.toBe('down');
  expect(await banner()).toEqual([]);
  expect((await page())[0]?.resolvedAt).toBe((await page())[0]?.endsAt);
});

test('news appear only in the panel, and the most severe announcement is first', async () => {
  const { post, banner, page, at } = await started();
  await post({ kind: 'news', impact: 'none', components: [], title: { en: 'New data center' }, endsAt: at(5) });
  await post({ kind: 'incident', impact: 'down', title: { en: 'Down' } });
  expect(await banner()).toEqual(['Down: B', 'New data center: B']);
  expect((await page()).map(({ title }) => title.text)).toEqual(['Down']);
});

test('missing or invalid values are refused at their fields', async () => {
  const { p, as, usual, at } = await started();
  const refused = async (input: object) => {
    const { status, body } = await p.try(operatorAnnouncement.create, { ...usual, ...input }, as);
    return [status, Object.keys(body.fields ?? {})];
  };
  expect(await refused({ title: { fa: 'بدون انگلیسی' } })).toEqual([422, ['title.en']]);
  expect(await refused({ components: [] })).toEqual([422, ['components']]);
  expect(await refused({ kind: 'maintenance' })).toEqual([422, ['endsAt']]);
  expect(await refused({ kind: 'maintenance', startsAt: at(2), endsAt: at(1) })).toEqual([422, ['endsAt']]);
  expect(await refused({ kind: 'maintenance', startsAt: at(-3), endsAt: at(-1) })).toEqual([422, ['endsAt']]);
  const [first] = (await p.ok(operatorAnnouncement.list, {}, as)).announcements;
  const wrong = await p.try(operatorAnnouncement.update, { announcementId: first?.id, stage: 'scheduled', text: { en: 'x' } }, as);
  expect([wrong.status, wrong.body.code]).toEqual([422, 'operatorAnnouncement:error.stage']);
});
