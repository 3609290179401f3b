import type { Selectable } from 'kysely';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { inLanguage } from '../../core/texts.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { DepartmentTable } from '../../db/tables/support/department.ts';

export type Department = Selectable<DepartmentTable>;

/** Serializes changes of departments, and new tickets with them: no ticket is opened in what was just retired or deleted. */
export const DEPARTMENT_LOCK = 'departments';

/** All departments in their order, retired ones included. */
export const loadDepartments = (db: Db | Tx): Promise<Department[]> =>
  db.selectFrom('department').selectAll().orderBy('position').orderBy('id').execute();

/** The names of a department and of one of its services in the reader's language. */
export type TopicTitles = (departmentId: string, service: string) => { department: string; service: string };

/** One that isn't there, of tickets from a version with other departments, has its ID as its name. */
export async function loadTopicTitles(db: Db | Tx, locale: Locale): Promise<TopicTitles> {
  const departments = await loadDepartments(db);
  return (departmentId, service) => {
    const department = departments.find(({ id }) => id === departmentId);
    const topic = department?.services.find(({ id }) => id === service);
    return {
      department: department ? inLanguage(department.title, locale).text : departmentId,
      service: topic ? inLanguage(topic.title, locale).text : service,
    };
  };
}
