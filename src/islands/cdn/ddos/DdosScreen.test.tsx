import { beforeEach, expect, test } from 'vitest';
import { chooseOption, demo, openPage, screen, t, waitFor } from '../../../../tests/support/panel.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import DdosScreen from './DdosScreen.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/ddos'));

async function renderPage() {
  const { user, request } = await openPage(<DdosScreen domainName="parvaz.example" />);
  await screen.findByRole('form', { name: t('ddos:form.title') });
  return {
    user,
    get: async () => (await request(ddos.get, { domainId })).ddos,
    elsewhere: (input: object) => request(ddos.update, { domainId, ...input }),
  };
}
const exceptionField = () => screen.getByLabelText(new RegExp(`^${t('ddos:form.exceptions')}`));
const save = () => screen.getByRole('button', { name: t('common:save') });

test('under attack mode is turned on for the chosen time, counts down, and is turned off', async () => {
  const { user, get } = await renderPage();
  await chooseOption(new RegExp(t('ddos:attack.for')), '3 hours');
  await user.click(screen.getByRole('button', { name: t('ddos:attack.start') }));
  await screen.findByRole('timer', { name: t('ddos:attack.countdownLabel') });
  expect((await get()).underAttackUntil).not.toBeNull();
  await user.click(screen.getByRole('button', { name: t('ddos:attack.stop') }));
  await waitFor(async () => expect((await get()).underAttackUntil).toBeNull());
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
});

test('the challenge, its time and the exceptions are saved together', async () => {
  const { user, get } = await renderPage();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('ddos:form.enabled')) }));
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('ddos:type.captcha')}`) }));
  await user.type(exceptionField(), '198.51.100.0/24\n\n/hooks/*');
  await user.click(save());
  await waitFor(async () =>
    expect(await get()).toMatchObject({ enabled: true, challengeType: 'captcha', exceptions: ['198.51.100.0/24', '/hooks/*'], version: 1 }),
  );
  await waitFor(() => expect(screen.queryByText(t('ddos:form.dirty'))).toBeNull());
});

test('each line that can’t be used is named with its number, as it stands in the field', async () => {
  const { user, get } = await renderPage();
  await user.type(exceptionField(), '198.51.100.7\n\n198.51.100.300\nother.example/x\n198.51.100.7');
  await user.tab();
  const list = await screen.findByRole('list', { name: t('ddos:form.faults') });
  expect([...list.children].map((line) => line.textContent)).toEqual([
    `Line 3: ${t('address:error.octet', { part: '300' })}`,
    `Line 4: ${t('ddos:error.line', { value: 'other.example/x', zone: 'parvaz.example' })}`,
    `Line 5: ${t('ddos:error.twice', { line: '1' })}`,
  ]);
  await user.click(save());
  await waitFor(() => expect(screen.getByRole('list', { name: t('ddos:form.faults') })).toBeTruthy());
  expect((await get()).version).toBe(0);
});

test('settings that were changed elsewhere are not overwritten: the newer ones can be loaded', async () => {
  const { user, get, elsewhere } = await renderPage();
  await user.type(exceptionField(), '/mine/*');
  await elsewhere({ exceptions: ['/theirs/*'] });
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: t('ddos:form.take') }));
  await waitFor(() => expect((exceptionField() as HTMLTextAreaElement).value).toBe('/theirs/*'));
  expect(await get()).toMatchObject({ exceptions: ['/theirs/*'], version: 1 });
});

test('under attack mode above does not throw away what is being written below', async () => {
  const { user, get } = await renderPage();
  await user.type(exceptionField(), '/mine/*');
  await user.click(screen.getByRole('button', { name: t('ddos:attack.start') }));
  await screen.findByRole('timer');
  await user.click(save());
  await waitFor(async () => expect(await get()).toMatchObject({ exceptions: ['/mine/*'] }));
  expect((await get()).underAttackUntil).not.toBeNull();
});
