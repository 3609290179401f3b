import { describe, expect, test } from 'vitest';
import { findings, findingsIn } from '../../../../../../../tests/support/wafFindings.ts';

describe('in the path of a request', () => {
  test.each([
    ['/.env', 'lfi-hidden'],
    ['/.env.production', 'lfi-hidden'],
    ['/.git/config', 'lfi-hidden'],
    ['/app/.svn/entries', 'lfi-hidden'],
    ['/.cursor/mcp.json', 'lfi-hidden'],
    ['/wp-config.php', 'lfi-configuration'],
    ['/keys/id_rsa', 'lfi-configuration'],
    ['/dump.sql.gz', 'lfi-copy'],
    ['/db/site.sql', 'lfi-copy'],
    ['/index.php~', 'lfi-copy'],
    ['/index.php.bak', 'lfi-copy'],
    ['/backup.old', 'lfi-copy'],
  ])('%s', (url, id) => expect(findings({ url }).filter((one) => one.startsWith('lfi-'))).toEqual([id]));
  test.each([
    '/.well-known/acme-challenge/token_-x',
    '/.netlify/functions/hello',
    '/assets/app-3f2a1b.min.js',
    '/package.json',
    '/~user/page.html',
    '/a.b/c.d.html',
    '/sitemap.xml',
  ])('%s passes', (url) => expect(findings({ url })).toEqual([]));
});

test('in a parameter, a bare name is a file only where one is expected', () => {
  expect(findingsIn('wp-config.php', 'file')).toEqual(['lfi-configuration']);
  expect(findingsIn('wp-config.php', 'q')).toEqual([]);
  expect(findingsIn('conf/.htpasswd', 'q')).toEqual(['lfi-hidden']);
  expect(findingsIn('how to open a .env file', 'file')).toEqual([]);
  expect(findingsIn('report.final.pdf', 'file')).toEqual([]);
});

describe('the name of an upload', () => {
  test.each(['shell.php', 'a.php.jpg', 'a.phtml', 'cmd.aspx', 'sess_0123456789abcdefghij'])('%s', (name) =>
    expect(findings({ headers: { 'x-file-name': name } })).toContain('rce-upload'),
  );
  test('a file of the server', () => expect(findings({ headers: { 'x-filename': '.htaccess' } }).length).toBeGreaterThan(0));
  test.each(['photo (1).jpg', 'report.final.pdf', 'شعر.docx'])('%s passes', (name) =>
    expect(findings({ headers: { 'x-file-name': encodeURIComponent(name) } })).toEqual([]),
  );
});
