import { describe, expect, test } from 'vitest';
import { pageTexts } from '../scripts/lib/pageTexts.mjs';
import { routes } from '../src/lib/routes/index.ts';

const pages = pageTexts();

describe('text namespaces of a page', () => {
  test('each route has those of the shell and none that are server-only', () => {
    for (const { path } of Object.values(routes)) {
      expect(pages[path], path).toEqual(expect.arrayContaining(['common', 'error', 'shell', 'domain', 'notification', 'task']));
      // Operators write about the components of the status page.
      const own = path === '/operator/announcements' ? ['status'] : [];
      for (const name of ['mail', 'site', 'docs', 'status', 'contact'].filter((one) => !own.includes(one)))
        expect(pages[path], path).not.toContain(name);
    }
  });

  test.each([
    ['a static import', '/domains/[domain]/ssl', 'ssl'],
    ['a dynamic import', '/domains/[domain]/dns', 'dnsMail'],
    ['a rule that returns keys', '/domains/[domain]/settings', 'cluster'],
    ['the schema of a form', '/domains/[domain]/dns', 'zone'],
  ])('include those reached by %s', (_case, path, name) => {
    expect(pages[path]).toContain(name);
  });

  test('sign-in pages leave out the shell', () => {
    expect(pages['/public/login']).toEqual(['auth', 'common', 'error']);
  });

  test('the errors of a call don’t count', () => {
    expect(pages['/dashboard']).not.toContain('plan');
    expect(pages['/dashboard']).not.toContain('dns');
  });
});
