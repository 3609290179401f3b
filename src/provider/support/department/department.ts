import { type OperatorDepartment, operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import { departmentLimits, isConsulting, listOpen } from '../../../lib/rules/support/departments.ts';
import { requireVersion } from '../../core/catalogItems.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { inLanguage, writtenTexts } from '../../core/texts.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { DepartmentTable } from '../../db/tables/support/department.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { DEPARTMENT_LOCK, type Department, loadDepartments } from './store.ts';

/** Counts the tickets of a department, or of one of its services. */
type TicketCounts = (departmentId: string, service?: string) => number;

async function countTickets(db: Db | Tx): Promise<TicketCounts> {
  const rows = await db
    .selectFrom('ticket')
    .select(['departmentId', 'service'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .groupBy(['departmentId', 'service'])
    .execute();
  return (departmentId, service) =>
    rows
      .filter((row) => row.departmentId === departmentId && (service === undefined || row.service === service))
      .reduce((sum, { n }) => sum + Number(n), 0);
}

const show = ({ id, title, isRetired, services, version }: Department, count: TicketCounts): OperatorDepartment => ({
  id,
  title,
  isRetired,
  tickets: count(id),
  isRequired: isConsulting(id),
  services: services.map((service) => ({
    ...service,
    tickets: count(id, service.id),
    isRequired: isConsulting(id, service.id),
  })),
  version,
});

/** A department in the log: each name and state is a field of its own, so that an entry shows only those that were changed. */
const toLogFields = ({ title, isRetired, services }: Pick<Department, 'title' | 'isRetired' | 'services'>) =>
  Object.fromEntries<unknown>([
    ...toTitleFields('title', title),
    ['isRetired', isRetired],
    ['services', services.map(({ id }) => id).join(', ')],
    ...services.flatMap((service): [string, unknown][] => [
      ...toTitleFields(`services.${service.id}`, service.title),
      [`services.${service.id}.isRetired`, service.isRetired],
    ]),
  ]);
const toTitleFields = (field: string, title: DepartmentTable['title']): [string, unknown][] =>
  Object.entries(title).map(([locale, text]) => [locale === 'en' ? field : `${field}.${locale}`, text]);

const toEntity = ({ id, title }: Pick<Department, 'id' | 'title'>) => ({ type: 'department', id, name: title.en });
const ofOperator = { accountId: null, actor: 'operator' } as const;

function findVersion(departments: readonly Department[], departmentId: string, version: number): Department {
  const department = departments.find(({ id }) => id === departmentId) ?? refuse(404, 'error:notFound');
  requireVersion(department.version, version);
  return department;
}

/** Customers can always open a ticket. */
function requireOpen(departments: readonly Department[]): void {
  if (listOpen(departments).length === 0) refuse(409, 'operatorDepartment:error.last');
}

/** @throws Refusal 409 if a ticket has it, or the next request for consulting will */
function requireUnused(ctx: SignedIn, title: DepartmentTable['title'], tickets: number, isRequired: boolean): void {
  const params = { title: inLanguage(title, ctx.locale).text, count: tickets, n: tickets };
  if (tickets > 0) refuse(409, 'operatorDepartment:error.used', { params });
  if (isRequired) refuse(409, 'operatorDepartment:error.consulting', { params });
}

export const operatorDepartmentHandlers = implement(operatorDepartment, {
  async list(ctx) {
    const [departments, count] = await Promise.all([loadDepartments(ctx.db), countTickets(ctx.db)]);
    return { departments: departments.map((one) => show(one, count)) };
  },

  create(ctx, { id, title, isRetired }) {
    return ctx.write(async ({ tx, log }) => {
      const departments = await loadDepartments(tx);
      if (departments.some((one) => one.id === id)) refuseField('id', 'operatorDepartment:error.duplicate');
      const max = departmentLimits.departments;
      if (departments.length >= max) refuse(409, 'operatorDepartment:error.tooMany', { params: { max } });
      const position = Math.max(-1, ...departments.map((one) => one.position)) + 1;
      const row: Department = { id, title: writtenTexts(title), services: [], isRetired, position, version: 1 };
      await tx.insertInto('department').values(row).execute();
      await log({ action: 'create', entity: toEntity(row), ...ofOperator, after: toLogFields(row) });
      return { department: show(row, await countTickets(tx)) };
    }, DEPARTMENT_LOCK);
  },

  update(ctx, { departmentId, version, title, isRetired, services }) {
    return ctx.write(async ({ tx, log }) => {
      const departments = await loadDepartments(tx);
      const before = findVersion(departments, departmentId, version);
      const count = await countTickets(tx);
      const change = {
        title: writtenTexts(title),
        isRetired,
        services: services.map((service) => ({ ...service, title: writtenTexts(service.title) })),
      };
      for (const { id, title: name } of before.services)
        if (!services.some((service) => service.id === id))
          requireUnused(ctx, name, count(departmentId, id), isConsulting(departmentId, id));
      const after: Department = { ...before, ...change, version: version + 1 };
      requireOpen(departments.map((one) => (one === before ? after : one)));
      const [old, now] = [toLogFields(before), toLogFields(after)];
      if (JSON.stringify(old) === JSON.stringify(now)) {
        ctx.changedNothing();
        return { department: show(before, count) };
      }
      await tx
        .updateTable('department')
        .set({ ...change, version: after.version })
        .where('id', '=', departmentId)
        .execute();
      await log({ action: 'update', entity: toEntity(after), ...ofOperator, before: old, after: now });
      return { department: show(after, count) };
    }, DEPARTMENT_LOCK);
  },

  reorder(ctx, { ids }) {
    return ctx.write(async ({ tx, log }) => {
      const before = await loadDepartments(tx);
      const ordered = ids.flatMap((id) => before.find((one) => one.id === id) ?? []);
      // Another operator has added or deleted one.
      if (ordered.length !== before.length || new Set(ids).size !== before.length) refuse(409, 'error:versionConflict');
      const count = await countTickets(tx);
      const order = (departments: readonly Department[]) => departments.map(({ id }) => id).join(', ');
      if (order(before) === order(ordered)) ctx.changedNothing();
      else {
        for (const [position, { id }] of ordered.entries())
          await tx.updateTable('department').set({ position }).where('id', '=', id).execute();
        await log({
          action: 'reorder',
          entity: { type: 'department', id: '', name: '' },
          ...ofOperator,
          before: { order: order(before) },
          after: { order: order(ordered) },
        });
      }
      return { departments: ordered.map((one) => show(one, count)) };
    }, DEPARTMENT_LOCK);
  },

  delete(ctx, { departmentId, version }) {
    return ctx.write(async ({ tx, log }) => {
      const departments = await loadDepartments(tx);
      const row = findVersion(departments, departmentId, version);
      requireUnused(ctx, row.title, (await countTickets(tx))(departmentId), isConsulting(departmentId));
      requireOpen(departments.filter((one) => one !== row));
      await tx.deleteFrom('department').where('id', '=', departmentId).execute();
      await log({ action: 'delete', entity: toEntity(row), ...ofOperator, before: toLogFields(row) });
      return {};
    }, DEPARTMENT_LOCK);
  },
});
