import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { locales } from '../../../lib/i18n/locales.ts';

const form = { title: 'Slow', departmentId: 'technical', service: 'cdn', message: 'Since noon.' };

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const list = async () => (await p.ok(operatorDepartment.list, {}, operator)).departments;
  const offered = async () => (await p.ok(ticket.departments, {}, as)).departments;
  /** A department as it is, in the form of an update. */
  async function department(departmentId: string) {
    const found = (await list()).find(({ id }) => id === departmentId) ?? expect.fail(`There is no department ${departmentId}`);
    const { title, isRetired, services, version } = found;
    return { departmentId, title, isRetired, services, version };
  }
  const change = async (departmentId: string, changes: Partial<Input<typeof operatorDepartment.update>>) =>
    p.try(operatorDepartment.update, { ...(await department(departmentId)), ...changes }, operator);
  const open = (changes: object = {}) => p.try(ticket.create, { ...form, ...changes }, as);
  return { p, as, operator, list, offered, department, change, open };
}

test('the departments are those from before they could be edited, in all languages', async () => {
  const { p, as, list } = await started();
  expect((await list()).map(({ id, services }) => [id, services.map((one) => one.id)])).toEqual([
    ['technical', ['cdn', 'dns', 'ssl', 'security', 'servers', 'panel']],
    ['billing', ['payments', 'invoices', 'plans']],
    ['sales', ['advice', 'consulting']],
  ]);
  const titles = await Promise.all(
    locales.map(async (locale) => {
      const { body } = await p.try(ticket.get, { ticketId: demo.ticketId }, { ...as, locale });
      const { department, service } = body.ticket as { department: object; service: object };
      return [department, service];
    }),
  );
  const [technical, cdn] = ['technical', 'cdn'];
  expect(titles).toEqual([
    [
      { id: technical, title: 'Technical' },
      { id: cdn, title: 'CDN and caching' },
    ],
    [
      { id: technical, title: 'فنی' },
      { id: cdn, title: 'شبکهٔ توزیع محتوا و کش' },
    ],
    [
      { id: technical, title: 'الدعم الفني' },
      { id: cdn, title: 'شبكة CDN والتخزين المؤقت' },
    ],
    [
      { id: technical, title: 'Técnico' },
      { id: cdn, title: 'CDN y caché' },
    ],
  ]);
});

test('a department is renamed: its tickets have the new name, and other languages the English one', async () => {
  const { p, as, operator, offered, change } = await started();
  expect((await change('technical', { title: { en: 'Engineers', fa: '', es: 'Ingeniería' } })).status).toBe(200);
  expect((await offered())[0]).toMatchObject({ id: 'technical', title: 'Engineers' });
  for (const [locale, title] of [
    ['es', 'Ingeniería'],
    ['fa', 'Engineers'],
  ] as const) {
    const { body } = await p.try(ticket.get, { ticketId: demo.ticketId }, { ...as, locale });
    expect(body.ticket).toMatchObject({ department: { id: 'technical', title } });
  }
  const { tickets } = await p.ok(operatorTicket.list, { state: 'open' }, operator);
  expect(tickets.find(({ id }) => id === demo.ticketId)?.department.title).toBe('Engineers');
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs[0]).toMatchObject({ by: demo.operator, entity: { type: 'department', id: 'technical', name: 'Engineers' } });
  expect(logs[0]?.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['title', 'Technical', 'Engineers'],
    ['title.es', 'Técnico', 'Ingeniería'],
    ['title.fa', 'فنی', null],
    ['title.ar', 'الدعم الفني', null],
  ]);
});

test('new tickets can’t choose what is retired, and those that have it keep it', async () => {
  const { p, as, offered, department, change, open } = await started();
  const { services } = await department('technical');
  await change('technical', { services: services.map((one) => ({ ...one, isRetired: one.id === 'cdn' })) });
  expect((await offered())[0]?.services.map(({ id }) => id)).toEqual(['dns', 'ssl', 'security', 'servers', 'panel']);
  expect((await open()).body.fields).toEqual({ service: expect.any(String) });
  expect((await open({ service: 'dns' })).status).toBe(200);

  await change('technical', { isRetired: true });
  expect((await offered()).map(({ id }) => id)).toEqual(['billing', 'sales']);
  expect((await open({ service: 'dns' })).body.fields).toEqual({ departmentId: expect.any(String) });
  const { ticket: earlier } = await p.ok(ticket.get, { ticketId: demo.ticketId }, as);
  expect([earlier.department.title, earlier.service.title]).toEqual(['Technical', 'CDN and caching']);
  expect((await p.ok(ticket.list, { state: 'active', department: 'technical' }, as)).tickets.length).toBeGreaterThan(1);

  await change('technical', { isRetired: false, services });
  expect((await open()).status).toBe(200);
});

test('a department is added, gets a service, is moved and deleted', async () => {
  const { p, operator, list, offered, department, change, open } = await started();
  const abuse = { id: 'abuse', title: { en: 'Abuse', fa: 'سوءاستفاده' }, isRetired: false };
  const { department: added } = await p.ok(operatorDepartment.create, abuse, operator);
  expect(added).toEqual({ ...abuse, services: [], tickets: 0, isRequired: false, version: 1 });
  // Without a service, a ticket can't choose it.
  expect((await offered()).map(({ id }) => id)).not.toContain('abuse');
  await change('abuse', { services: [{ id: 'report', title: { en: 'Report' }, isRetired: false }] });
  await p.ok(operatorDepartment.reorder, { ids: ['abuse', 'technical', 'billing', 'sales'] }, operator);
  expect((await offered())[0]).toEqual({ id: 'abuse', title: 'Abuse', services: [{ id: 'report', title: 'Report' }] });
  const [entry] = (await p.ok(operatorLog.list, {}, operator)).logs;
  expect(entry).toMatchObject({ action: 'reorder', changes: [{ field: 'order', after: 'abuse, technical, billing, sales' }] });

  expect((await p.try(operatorDepartment.create, abuse, operator)).body.code).toBe('operatorDepartment:error.duplicate');
  expect((await open({ departmentId: 'abuse', service: 'report' })).status).toBe(200);
  const remove = async () =>
    p.try(operatorDepartment.delete, { departmentId: 'abuse', version: (await department('abuse')).version }, operator);
  expect(await remove()).toMatchObject({
    status: 409,
    body: { code: 'operatorDepartment:error.used', message: '1 ticket has “Abuse”. Retire it instead.' },
  });
  await updateStored(p, 'ticket', { departmentId: 'abuse' }, { departmentId: 'billing', service: 'plans' });
  expect((await remove()).status).toBe(200);
  expect((await list()).map(({ id }) => id)).toEqual(['technical', 'billing', 'sales']);
});

test('a service with tickets, and the one of requests for consulting, can be retired but not deleted', async () => {
  const { p, as, operator, department, change } = await started();
  const without = async (departmentId: string, service: string) =>
    change(departmentId, { services: (await department(departmentId)).services.filter(({ id }) => id !== service) });
  expect((await without('technical', 'cdn')).body.code).toBe('operatorDepartment:error.used');
  expect((await without('technical', 'panel')).status).toBe(200);
  expect((await without('sales', 'consulting')).body.code).toBe('operatorDepartment:error.consulting');
  const sales = await department('sales');
  const removed = await p.try(operatorDepartment.delete, { departmentId: 'sales', version: sales.version }, operator);
  expect([removed.status, removed.body.code]).toEqual([409, 'operatorDepartment:error.consulting']);

  // Requests for consulting go on, with the name of today.
  await change('sales', { title: { en: 'Experts' }, isRetired: true });
  const request = { level: 'standard', hours: 2, subject: 'Caching', message: 'Please review.' } as const;
  const { ticket: opened } = await p.ok(supportPlan.consulting, request, as);
  expect(opened.department).toEqual({ id: 'sales', title: 'Experts' });
});

test('one service always stays open for new tickets', async () => {
  const { p, operator, department, change } = await started();
  const last = { status: 409, body: { code: 'operatorDepartment:error.last' } };
  await p.ok(operatorDepartment.create, { id: 'other', title: { en: 'Other' }, isRetired: false }, operator);
  for (const id of ['technical', 'sales']) expect((await change(id, { isRetired: true })).status).toBe(200);
  expect(await change('billing', { isRetired: true })).toMatchObject(last);
  const { services } = await department('billing');
  expect(await change('billing', { services: services.map((one) => ({ ...one, isRetired: true })) })).toMatchObject(last);
  await change('other', { services: [{ id: 'any', title: { en: 'Anything' }, isRetired: false }] });
  expect((await change('billing', { isRetired: true })).status).toBe(200);
  const { version } = await department('other');
  expect(await p.try(operatorDepartment.delete, { departmentId: 'other', version }, operator)).toMatchObject(last);
});

test('of two operators at the same time, one is refused; what isn’t there is unknown', async () => {
  const { p, operator, department, change } = await started();
  const billing = await department('billing');
  const statuses = (await Promise.all(['Money', 'Bills'].map((en) => change('billing', { ...billing, title: { en } })))).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 409]);
  expect((await change('sales', { departmentId: 'nothing' })).status).toBe(404);
  const reorder = async (...ids: string[]) => (await p.try(operatorDepartment.reorder, { ids }, operator)).status;
  expect(await reorder('billing', 'technical')).toBe(409);
  expect(await reorder('billing', 'technical', 'billing')).toBe(409);
  expect(await reorder('sales', 'technical', 'billing')).toBe(200);
});

test('wrong input is refused at its field', async () => {
  const { p, operator, department, change } = await started();
  const topic = { id: 'abuse', title: { en: 'Abuse' }, isRetired: false };
  const fieldsOf = async (input: object) =>
    Object.keys((await p.try(operatorDepartment.create, { ...topic, ...input }, operator)).body.fields ?? {});
  for (const id of ['', 'a', 'Abuse', '1st', 'a b', 'a'.repeat(33), 'a.b']) expect(await fieldsOf({ id })).toEqual(['id']);
  expect(await fieldsOf({ title: { en: ' ', fa: 'نام' } })).toEqual(['title.en']);
  expect(await fieldsOf({ title: { en: 'Abuse', es: 'a'.repeat(61) } })).toEqual(['title.es']);
  const { services } = await department('billing');
  expect((await change('billing', { services: [...services, ...services] })).body.fields).toEqual({ services: expect.any(String) });
});

test('a ticket with a department that isn’t there has its ID as the name', async () => {
  const { p, as } = await started();
  await updateStored(p, 'ticket', { id: demo.ticketId }, { departmentId: 'hosting', service: 'mail' });
  const { ticket: shown } = await p.ok(ticket.get, { ticketId: demo.ticketId }, as);
  expect([shown.department, shown.service]).toEqual([
    { id: 'hosting', title: 'hosting' },
    { id: 'mail', title: 'mail' },
  ]);
});
