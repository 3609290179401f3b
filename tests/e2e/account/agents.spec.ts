import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { walkLooks } from '../../support/widths.ts';

for (const { locale, width, height, name } of walkLooks)
  test(`an agent proposes changes; one is rejected, one approved and undone (${name})`, async ({
    page,
    request,
    newCustomer,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const customer = await newCustomer();
    const own = await addDomain(customer, `agent-${locale}-${width}.example`);
    await page.setViewportSize({ width, height });
    await show({ locale });
    await signIn(customer);

    await page.goto('/account/api-keys');
    await page.getByRole('button', { name: t('apiKey:add') }).click();
    const form = page.getByRole('form', { name: t('apiKey:addTitle') });
    await form.getByLabel(t('apiKey:form.name')).fill('Agent');
    await form
      .getByRole('radiogroup', { name: t('apiKey:area.dns') })
      .getByRole('radio', { name: t('apiKey:level.write') })
      .check();
    await form.getByLabel(t('apiKey:form.needsApproval')).check();
    await form.getByRole('button', { name: t('apiKey:add') }).click();
    const token = (await page.getByText(/^nsm_[\w-]{43}$/).textContent()) ?? '';
    await page.getByRole('button', { name: t('apiKey:token.done') }).click();

    /** Calls a tool as an agent does. */
    const callTool = async (tool: string, input: object) => {
      const response = await request.post('/api/mcp', {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
      });
      const [, message = '{}'] = /(\{"(?:jsonrpc|result|id)".*\})/.exec(await response.text()) ?? [];
      return JSON.parse(JSON.parse(message).result.content[0].text);
    };
    const propose = (record: string) =>
      callTool('propose_change', {
        call: 'dns.create',
        arguments: { domainId: own.id, name: record, type: 'A', content: '203.0.113.9', proxy: false },
        reason: `A name for ${record}.`,
      });
    const { proposal: unwanted } = await propose('unwanted');
    const { proposal: wanted } = await propose('wanted');

    await page.reload();
    const proposals = page.getByRole('list', { name: t('proposal:title'), exact: true });
    const item = (record: string) => proposals.getByRole('listitem').filter({ hasText: `A name for ${record}.` });
    await expect(item('wanted')).toContainText('203.0.113.9');
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);

    await item('unwanted')
      .getByRole('button', { name: t('proposal:reject') })
      .click();
    await expect(item('unwanted')).toContainText(t('proposal:state.rejected'));
    await item('wanted')
      .getByRole('button', { name: t('proposal:approve') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('proposal:approve') })
      .click();
    await expect(item('wanted')).toContainText(t('proposal:state.approved'));
    expect((await callTool('proposal_status', { proposalId: wanted.id })).proposal.state).toBe('approved');
    expect((await callTool('proposal_status', { proposalId: unwanted.id })).proposal.state).toBe('rejected');
    const records = async () => (await customer.client.ok(dns.list, { domainId: own.id })).records.map((record) => record.name);
    expect(await records()).toEqual(['wanted']);

    // Undone in the history of the domain, as any other change.
    await page.goto(`/domains/${own.name}/history`);
    // A state is stored a moment after the change.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: t('version:undo'), exact: true }).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page
      .getByRole('button', { name: t('version:undo'), exact: true })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('version:undoAction') })
      .click();
    await expect.poll(records).toEqual([]);
  });
