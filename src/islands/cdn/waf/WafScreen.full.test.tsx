import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseItem, chooseOption, demo, expectDialog, inPanel, openPage, paste, t, undo } from '../../../../tests/support/panel.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import WafScreen from './WafScreen.tsx';
// Loaded lazily by the screen; imported here so that no test waits for them to compile.
import '../../ui/EditDialog.tsx';
import './WafExceptionForm.tsx';
import './WafRuleForm.tsx';

const { domainId, wafRuleId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/waf'));

const menu = (title: string, item: string) => chooseItem(t('rules:actions', { title }), item);
async function renderPage(tab: 'protection' | 'rules' | 'exceptions' = 'protection') {
  const { user, request } = await inPanel();
  if (tab !== 'protection') history.replaceState(null, '', `/domains/parvaz.example/waf?tab=${tab}`);
  render(<WafScreen domainName="parvaz.example" />);
  await screen.findByRole('tabpanel', { name: t(`waf:tab.${tab}`) });
  return {
    user,
    get: async () => (await request(waf.get, { domainId })).waf,
    rules: async () => (await request(waf.rules, { domainId })).rules,
    exceptions: async () => (await request(waf.exceptions, { domainId })).exceptions,
  };
}

test('detection is selected, counts down, and the WAF can be turned on before it ends', async () => {
  const { user, get } = await renderPage();
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('waf:mode.detection')}`) }));
  const clock = await screen.findByRole('timer', { name: t('waf:mode.countdownLabel') });
  expect(clock.textContent).toMatch(/^\d+:\d\d(?::\d\d)?$/);
  expect((await get()).mode).toBe('detection');
  await user.click(screen.getByRole('button', { name: t('waf:mode.turnOn') }));
  await waitFor(async () => expect(await get()).toMatchObject({ mode: 'on', detectionUntil: null }));
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
  await undo(t('waf:modeChanged'));
  await waitFor(async () => expect((await get()).mode).toBe('detection'));
});

test('a module is turned off, another only logs, the sensitivity changes: each is saved separately', async () => {
  const { user, get } = await renderPage();
  await user.click(screen.getByRole('switch', { name: t('waf:modules.switch', { title: 'Scanner' }) }));
  await waitFor(async () => expect((await get()).modules.find(({ id }) => id === 'scanner')?.enabled).toBe(false));
  await chooseOption(new RegExp(`^${t('waf:modules.actionOf', { title: 'SQL injection' })}`), t('waf:action.log'));
  await waitFor(async () => expect((await get()).modules.find(({ id }) => id === 'sqli')?.action).toBe('log'));
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('waf:sensitivity.high')}`) }));
  await waitFor(async () => expect((await get()).sensitivity).toBe('high'));
  expect((await get()).modules.find(({ id }) => id === 'scanner')?.enabled).toBe(false);
  await undo(t('waf:protectionSaved'));
  await waitFor(async () => expect((await get()).sensitivity).toBe('medium'));
  expect((await get()).modules.find(({ id }) => id === 'scanner')?.enabled).toBe(false);
});

test('the profile of an application is turned on and taken back', async () => {
  const { user, get } = await renderPage();
  await user.click(screen.getByRole('switch', { name: t('waf:profiles.switch', { title: 'Drupal' }) }));
  await waitFor(async () => expect((await get()).profiles).toEqual(['drupal']));
  await undo(t('waf:protectionSaved'));
  await waitFor(async () => expect((await get()).profiles).toEqual([]));
});

test('an exception is turned off and deleted, and both are taken back', async () => {
  const { user, exceptions } = await renderPage('exceptions');
  const [before] = await exceptions();
  const title = before?.title ?? expect.fail('there is one');
  await user.click(screen.getByRole('switch', { name: t('rules:switch', { title }) }));
  await waitFor(async () => expect((await exceptions())[0]?.deploy).toBe(false));
  await undo(t('rules:turnedOff'));
  await waitFor(async () => expect((await exceptions())[0]?.deploy).toBe(true));
  await screen.findByText(t('rules:state.on'));
  await menu(title, t('rules:delete'));
  await expectDialog('delete').run();
  await waitFor(async () => expect(await exceptions()).toHaveLength(0));
  await undo(t('waf:exception.deleted'));
  await waitFor(async () => expect((await exceptions())[0]).toMatchObject({ title, path: before?.path, deploy: true }));
});

test('the tab is in the address', async () => {
  const { user } = await renderPage();
  await user.click(screen.getByRole('tab', { name: new RegExp(t('waf:tab.rules')) }));
  expect(screen.getByRole('list', { name: t('waf:rule.list') }).textContent).toContain('Admin only from the office');
  await waitFor(() => expect(location.search).toBe('?tab=rules'));
});

test('a rule is added with a condition; errors are shown beside their field', async () => {
  const { user, rules } = await renderPage('rules');
  await user.click(screen.getByRole('button', { name: t('waf:rule.add') }));
  const form = within(await screen.findByRole('form', { name: t('waf:rule.create') }));
  await paste(form.getByLabelText(new RegExp(`^${t('waf:rule.path')}`)), 'other.example/x');
  await user.click(form.getByRole('button', { name: t('waf:rule.addCondition') }));
  const row = within(form.getByRole('group', { name: t('waf:rule.conditionLabel', { n: '1' }) }));
  expect(document.activeElement).toBe(row.getByRole('button', { name: new RegExp(`^${t('waf:rule.field')}`) }));
  await user.click(row.getByRole('button', { name: new RegExp(`^${t('waf:rule.field')}`) }));
  await user.click(await screen.findByRole('option', { name: t('waf:field.ip') }));
  await paste(row.getByLabelText(t('waf:rule.value')), '192.0.2.300');
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await form.findByText(t('waf:error.title'))).toBeTruthy();
  expect(form.getByText(t('address:error.octet', { part: '300' }))).toBeTruthy();
  expect(await rules()).toHaveLength(2);
  await paste(form.getByLabelText(t('waf:rule.title')), 'One address');
  await user.clear(row.getByLabelText(t('waf:rule.value')));
  await paste(row.getByLabelText(t('waf:rule.value')), '192.0.2.30');
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await form.findByText(t('rules:error.pattern', { domain: 'parvaz.example' }))).toBeTruthy();
  await user.clear(form.getByLabelText(new RegExp(`^${t('waf:rule.path')}`)));
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () =>
    expect((await rules())[2]).toMatchObject({
      title: 'One address',
      modules: ['custom'],
      action: 'block',
      deploy: true,
      conditions: [{ field: 'ip', operator: 'equals', value: '192.0.2.30' }],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

test('an edited rule keeps its deployed form until it is deployed, and is deleted after confirmation', async () => {
  const { user, rules } = await renderPage('rules');
  const title = 'Admin only from the office';
  await menu(title, t('rules:edit'));
  const form = within(await screen.findByRole('form', { name: t('waf:rule.change') }));
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('waf:action.challenge')}`) }));
  await user.click(form.getByRole('button', { name: t('rules:save') }));
  await waitFor(async () =>
    expect((await rules())[0]).toMatchObject({ action: 'challenge', challengeType: 'js', deployed: { action: 'block' } }),
  );
  // One more than the draft of the demo domain.
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: t('waf:rule.list') })).getAllByText(t('rules:draft'))).toHaveLength(2),
  );
  await menu(title, t('rules:deployDraft'));
  await waitFor(async () => expect((await rules())[0]).toMatchObject({ id: wafRuleId, deployed: null }));
  await menu(title, t('rules:delete'));
  const dialog = expectDialog('delete');
  expect(dialog.title).toBe(t('waf:rule.deleteTitle', { title }));
  await dialog.run();
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

test('an empty exception is refused beside its field', async () => {
  const { user, exceptions } = await renderPage('exceptions');
  await user.click(screen.getByRole('button', { name: t('waf:exception.add') }));
  const form = within(await screen.findByRole('form', { name: t('waf:exception.create') }));
  await paste(form.getByLabelText(t('waf:exception.title')), 'All');
  await user.click(form.getByRole('button', { name: t('rules:save') }));
  expect(await form.findByText(t('waf:error.exceptionEmpty'))).toBeTruthy();
  await paste(form.getByLabelText(new RegExp(`^${t('waf:exception.patterns')}`)), 'xss-tag, nothing');
  await user.click(form.getByRole('button', { name: t('rules:save') }));
  expect(await form.findByText(t('waf:error.pattern'))).toBeTruthy();
  expect(await exceptions()).toHaveLength(1);
});

test('a request is tested in the simulator, which is opened with an attack', async () => {
  await renderPage();
  const { pathname, searchParams } = new URL(
    String(screen.getByRole('link', { name: t('waf:test') }).getAttribute('href')),
    'http://panel',
  );
  expect(pathname).toBe('/domains/parvaz.example/trace');
  expect(searchParams.get('url')).toBe("https://parvaz.example/?q=1' OR 1=1--");
});

test('a finding of the simulator becomes an exception', async () => {
  const found = encodeURIComponent('path=/search&pattern=sqli-tautology&field=q');
  history.replaceState(null, '', `/domains/parvaz.example/waf?tab=exceptions#except=${found}`);
  const { user, request } = await openPage(<WafScreen domainName="parvaz.example" />);
  const form = within(await screen.findByRole('form', { name: t('waf:exception.create') }));
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () =>
    expect((await request(waf.exceptions, { domainId: demo.domainId })).exceptions[1]).toMatchObject({
      path: '/search',
      patterns: ['sqli-tautology'],
      argument: 'q',
      deploy: true,
    }),
  );
});
