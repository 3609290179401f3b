import { expect, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

test('a page without islands only allows the script of its theme, and none if it is always dark', async ({ page, portal }) => {
  for (const path of ['/', '/fa/docs', '/ar/docs/dns-records', '/es/faq']) {
    const { headers } = await get(portal.url, path);
    const refused: string[] = [];
    page.on('console', (line) => void (/Content.Security.Policy/i.test(line.text()) && refused.push(line.text())));
    expect(headers['content-security-policy']?.match(/'sha256-/g) ?? [], path).toHaveLength(path === '/' ? 0 : 1);
    await page.goto(path);
    // The script ran: otherwise the theme would be the document's default.
    await expect(page.locator('html')).toHaveAttribute('data-theme', path === '/' ? 'dark' : 'light');
    expect(refused).toEqual([]);
  }
});
