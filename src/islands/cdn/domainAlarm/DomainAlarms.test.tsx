import { beforeEach, expect, test } from 'vitest';
import { demo, expectDialog, openPage, screen, t, undo, waitFor, within } from '../../../../tests/support/panel.ts';
import { domainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import DomainAlarms from './DomainAlarms.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/reports/alarms'));

test('an alarm is turned off with undo, another is added, and both are deleted', async () => {
  const { user, request } = await openPage(<DomainAlarms domainName="parvaz.example" />);
  const list = async () => (await request(domainAlarm.list, { domainId })).alarms;
  const toggle = await screen.findByRole('switch', { name: /5xx/ });
  await user.click(toggle);
  await waitFor(async () => expect((await list())[0]?.enabled).toBe(false));
  await undo(t('domainAlarm:turnedOff'));
  await waitFor(async () => expect((await list())[0]?.enabled).toBe(true));
  await user.click(screen.getByRole('button', { name: t('domainAlarm:add') }));
  const form = within(await screen.findByRole('form', { name: t('domainAlarm:addTitle') }));
  await user.click(form.getByRole('radio', { name: t('domainAlarm:operator.below') }));
  await user.click(form.getByRole('button', { name: t('common:save') }));
  await waitFor(async () =>
    expect((await list()).map(({ operator, value }) => [operator, value])).toEqual([
      ['above', 5],
      ['below', 5],
    ]),
  );
  const buttons = () => screen.queryAllByRole('button', { name: /Delete the alarm/ });
  for (const left of [1, 0]) {
    await waitFor(() => expect(buttons()).toHaveLength(left + 1));
    const [button] = buttons();
    if (button) await user.click(button);
    await expectDialog().run();
    await waitFor(() => expect(buttons()).toHaveLength(left));
  }
  expect(await screen.findByText(t('domainAlarm:empty.title'))).toBeTruthy();
  expect(await list()).toEqual([]);
});
