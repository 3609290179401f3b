import { expect, test } from 'vitest';
import { demo, fill, openPage, paste, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { queryClient } from '../../../browser/api/query.ts';
import { dedicatedIp } from '../../../lib/contract/cdn/dedicatedIp.ts';
import DedicatedIp from './DedicatedIp.tsx';

const { domainId } = demo;

async function renderPage(domainName = 'parvaz.example') {
  const { running: p, user, request } = await openPage(<DedicatedIp domainName={domainName} />);
  const card = within(await screen.findByRole('region', { name: t('dedicatedIp:title') }));
  const get = async () => (await request(dedicatedIp.get, { domainId })).dedicatedIp;
  const decide = async (row: object) => {
    await updateStored(p, 'dedicatedIp', { domainId }, row);
    // As the hint of the live stream makes it.
    await queryClient.invalidateQueries({ queryKey: ['dedicatedIp'] });
  };
  return { p, user, card, get, decide, request };
}

test('asks with a reason, shows that a person decides, and can be taken back', async () => {
  const { user, card, get } = await renderPage();
  await user.click(await card.findByRole('button', { name: t('dedicatedIp:action.request') }));
  const form = within(await screen.findByRole('form', { name: t('dedicatedIp:form.title') }));
  await paste(form.getByRole('textbox', { name: /Reason/ }), 'a'.repeat(501));
  await user.click(form.getByRole('button', { name: t('dedicatedIp:form.send') }));
  expect(await form.findByText(t('error:tooLong', { max: 500 }))).toBeTruthy();
  await fill(form.getByRole('textbox'), 'A partner');
  await user.click(form.getByRole('button', { name: t('dedicatedIp:form.send') }));
  expect(await card.findByText(t('dedicatedIp:open'))).toBeTruthy();
  expect(card.getByText('A partner')).toBeTruthy();
  expect(card.getByText(t('dedicatedIp:status.requested'))).toBeTruthy();
  expect(await get()).toMatchObject({ status: 'requested', reason: 'A partner' });
  await user.click(card.getByRole('button', { name: t('dedicatedIp:action.withdraw') }));
  expect(await card.findByRole('button', { name: t('dedicatedIp:action.request') })).toBeTruthy();
  await waitFor(async () => expect((await get()).status).toBe('none'));
});

test('follows the decision: an address to be copied, or a reason and another try', async () => {
  const { p, card, decide, request } = await renderPage();
  await request(dedicatedIp.request, { domainId });
  await decide({ status: 'assigned', ip: '203.0.113.7', decidedAt: p.clock.now });
  expect(await card.findByText('203.0.113.7')).toBeTruthy();
  expect(card.getByRole('button', { name: t('dedicatedIp:copy', { ip: '203.0.113.7' }) })).toBeTruthy();
  expect(await card.findByText(t('dedicatedIp:noEdge'))).toBeTruthy();
  await decide({ status: 'refused', ip: null, note: 'Say who <b>needs</b> it.' });
  expect(await card.findByText(t('dedicatedIp:refusedText', { note: 'Say who <b>needs</b> it.' }))).toBeTruthy();
  expect(card.getByRole('button', { name: t('dedicatedIp:action.again') })).toBeTruthy();
});

test('a plan without it shows the plan that has it; what was asked for is kept', async () => {
  const { user, card } = await renderPage('ketabnama.example');
  expect(await card.findByText(t('dedicatedIp:held', { plan: t('common:plan.ent') }))).toBeTruthy();
  expect(card.getByText(t('dedicatedIp:status.onHold'))).toBeTruthy();
  await user.click(card.getByRole('button', { name: t('dedicatedIp:action.withdraw') }));
  expect(await card.findByText(t('dedicatedIp:gate.plan'))).toBeTruthy();
  expect(card.queryByRole('button', { name: t('dedicatedIp:action.request') })).toBeNull();
  expect(card.getByRole('link', { name: t('common:showPlans') }).getAttribute('href')).toBe('/domains/ketabnama.example/plan');
});
