import { demo } from '../../../lib/contract/fields.ts';
import { edgeDefaults } from '../../../lib/rules/cdn/edge/defaults.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { saveSetting } from '../edge/index.ts';

/** Typical settings of a shop: HTTPS for all visitors, a cache TTL of four hours, image optimization, and a style sheet to purge. */
export const seedSettings: Seed = async (tx, { now, newId }) => {
  const domain = { id: demo.domainId };
  const { https, cache, optimization } = edgeDefaults;
  await saveSetting(tx, { now }, domain, 'https', { ...https, httpToHttps: true, version: 1 });
  await saveSetting(tx, { now }, domain, 'cache', { ...cache, ttl: { value: 4, unit: 'h' }, version: 1 });
  const minify = { html: false, css: true, js: true };
  await saveSetting(tx, { now }, domain, 'optimization', { ...optimization, minify, webp: true, version: 1 });
  const cleared = [
    { scope: 'paths', items: ['/blog/*'], age: 26 * HOUR },
    { scope: 'urls', items: ['https://parvaz.example/assets/app.css', 'https://parvaz.example/assets/app.js'], age: 2 * HOUR },
  ] as const;
  for (const { scope, items, age } of cleared)
    await tx
      .insertInto('cacheDeletion')
      .values({ id: newId(), domainId: domain.id, scope, items: [...items], createdAt: now - age, doneAt: null })
      .execute();
};
