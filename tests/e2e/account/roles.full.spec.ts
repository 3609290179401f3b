import type { Page } from '@playwright/test';
import { team } from '../../../src/lib/contract/account/team.ts';
import type { Input } from '../../../src/lib/contract/call.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');
type Rights = Omit<Input<typeof team.invite>, 'email' | 'domainIds'> & { isOfDomain?: true };
const members: Record<string, Rights> = {
  billing: { role: 'billing' },
  'read only': { role: 'readOnly' },
  'a selected domain': { role: 'domains', isOfDomain: true },
  'servers to read': { role: 'custom', access: { cloud: 'read' } },
  'domains and the audit log': { role: 'custom', access: { domains: 'write', activity: 'read' }, isOfDomain: true },
  'spaces and billing': { role: 'custom', access: { spaces: 'write', finance: 'read', team: 'read' } },
};

/** The addresses of the links in the menus, and of those on the page that stay in its section. */
const pageLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [, section] = location.pathname.split('/');
    const all = document.querySelectorAll<HTMLAnchorElement>(`.shell-nav a[href^="/"], main a[href^="/${section}"]`);
    return [...all].map(({ pathname }) => pathname);
  });
const isOfPanel = (path: string) => /^\/(dashboard|domains|servers|finance|tickets|account|notifications)(\/|$)/.test(path);

for (const [name, { isOfDomain, ...rights }] of Object.entries(members)) {
  test(`${name}: no page that a member reaches is refused or fails`, async ({ page, newCustomer, signIn }) => {
    test.slow();
    const [owner, member] = [await newCustomer(), await newCustomer()];
    const own = await addDomain(owner, `roles-${name.replace(/\W+/g, '-')}.example`);
    await owner.client.ok(team.invite, { email: member.email, ...rights, ...(isOfDomain && { domainIds: [own.id] }) });
    const invitationId = (await member.client.ok(team.accounts, {})).invitations[0]?.id ?? '';
    const { accounts } = await member.client.ok(team.accept, { invitationId });
    await signIn(member);
    await page.goto('/account/team');
    await settled(page);
    const account = accounts.find((one) => !one.own)?.name ?? '';
    await page.getByRole('button', { name: `${t('team:accounts.open')}: ${account}` }).click();
    await expect(page.getByRole('complementary', { name: t('shell:acting', { name: account }) })).toBeVisible();
    await settled(page);

    const found: string[] = [];
    page.on('response', async (response) => {
      if (response.status() !== 409) return;
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      if (code === 'error:role' || code === 'team:error.ownOnly') found.push(`${new URL(page.url()).pathname}: ${response.url()}`);
    });
    const waiting = ['/dashboard'];
    const visited = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (visited.has(path)) continue;
      visited.add(path);
      await page.goto(path);
      await settled(page);
      if ((await page.getByRole('button', { name: t('common:retry') }).count()) > 0) found.push(`${path}: offers to try again`);
      if (await page.getByRole('main').getByText(t('shell:lock.none')).isVisible()) found.push(`${path}: isn’t included, but linked`);
      waiting.push(...(await pageLinks(page)).filter((link) => isOfPanel(link) && !visited.has(link)));
    }
    expect(visited.size).toBeGreaterThan(8);
    expect(found).toEqual([]);
  });
}
