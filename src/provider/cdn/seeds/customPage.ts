import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { checkPage } from '../../../lib/rules/cdn/customPage/check.ts';
import { pageTemplate } from '../../../lib/rules/cdn/customPage/template.ts';
import type { Seed } from '../../core/seeds/seed.ts';

/** An enabled maintenance page of the demo domain, and an unfinished error page. */
export const seedCustomPages: Seed = async (tx, { now, newId }) => {
  const t = translator('en');
  const page = async (id: string, kind: 'maintenance' | 'error', statusCode: number, title: string, enabled: boolean, age: number) => {
    const html = pageTemplate(t, 'en', kind, statusCode);
    const { size } = checkPage({ kind, html });
    const at = now - age * 86_400_000;
    await tx
      .insertInto('customPage')
      .values({ id, domainId: demo.domainId, kind, statusCode, title, html, size, enabled, version: 1, createdAt: at, updatedAt: at })
      .execute();
  };
  await page(demo.pageId, 'maintenance', 0, 'Planned maintenance', true, 12);
  await page(newId(), 'error', 404, 'Lost in the air', false, 3);
};
