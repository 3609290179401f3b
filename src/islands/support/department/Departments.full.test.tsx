import { beforeEach, expect, test } from 'vitest';
import {
  breakCalls,
  chooseItem,
  demo,
  expectDialog,
  inPanel,
  openPage,
  paste,
  render,
  screen,
  t,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import Departments from './Departments.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/tickets/departments'));

const actions = (title: string) => t('rules:actions', { title });
const card = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const form = async (name: string) => within(await screen.findByRole('form', { name }));
const english = (dialog: ReturnType<typeof within>) => {
  const [field] = dialog.getAllByRole('textbox', { name: t('operatorDepartment:field.title') });
  return field ?? expect.fail('the form has no English field');
};
const renderPage = () => openPage(<Departments />, { signedIn: demo.operator });

test('a department is added, refused at its fields, and gets a service', async () => {
  const { running: p, user } = await renderPage();
  await card('Technical');
  await user.click(screen.getByRole('button', { name: t('operatorDepartment:add') }));
  let opened = await form(t('operatorDepartment:add'));
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  await opened.findByText(t('operatorDepartment:error.id'));
  await opened.findByText(t('operatorDepartment:error.english'));
  await paste(opened.getByRole('textbox', { name: t('operatorDepartment:field.id') }), 'billing');
  await paste(english(opened), 'Abuse');
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  await opened.findByText(t('operatorDepartment:error.duplicate'));
  const id = opened.getByRole('textbox', { name: t('operatorDepartment:field.id') });
  await user.clear(id);
  await paste(id, 'abuse');
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  const abuse = within(await card('Abuse'));
  abuse.getByText(t('operatorDepartment:noServices'));

  await user.click(abuse.getByRole('button', { name: t('operatorDepartment:addServiceTo', { title: 'Abuse' }) }));
  opened = await form(t('operatorDepartment:addService'));
  await paste(opened.getByRole('textbox', { name: t('operatorDepartment:field.id') }), 'report');
  await paste(english(opened), 'Report');
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  await abuse.findByText('Report');

  await waitFor(async () =>
    expect(await storedOne(p, 'department', { id: 'abuse' })).toMatchObject({
      title: { en: 'Abuse' },
      services: [{ id: 'report', title: { en: 'Report' }, isRetired: false }],
    }),
  );
});

test('a department is renamed, moved and retired', async () => {
  const { running: p, user } = await renderPage();
  await card('Billing');
  await chooseItem(actions('Billing'), t('common:edit'));
  const opened = await form(t('operatorDepartment:edit'));
  await user.clear(english(opened));
  await paste(english(opened), 'Money');
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  await card('Money');
  await chooseItem(actions('Money'), t('rules:move.up'));
  await waitFor(async () => expect((await storedOne(p, 'department', { id: 'billing' })).position).toBe(0));
  await chooseItem(actions('Money'), t('operatorDepartment:retire'));
  await within(await card('Money')).findByText(t('operatorDepartment:retired'));
  expect(await storedOne(p, 'department', { id: 'billing' })).toMatchObject({
    title: { en: 'Money', fa: 'مالی', ar: 'الفوترة', es: 'Facturación' },
    isRetired: true,
  });
});

test('a service is retired and moved; one without tickets is deleted, one with tickets can’t be', async () => {
  const { running: p, user } = await renderPage();
  const technical = within(await card('Technical'));
  const services = async () => (await storedOne(p, 'department', { id: 'technical' })).services.map(({ id }) => id);
  await chooseItem(actions('DNS'), t('operatorDepartment:retire'));
  await technical.findByText(t('operatorDepartment:retired'));
  await chooseItem(actions('DNS'), t('rules:move.up'));
  await waitFor(async () => expect((await services())[0]).toBe('dns'));

  await user.click(screen.getByRole('button', { name: actions('CDN and caching') }));
  const item = await screen.findByRole('menuitem', { name: new RegExp(t('operatorDepartment:deleteMore')) });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await chooseItem(actions('Panel and account'), new RegExp(t('operatorDepartment:deleteMore')));
  await expectDialog('delete').run();
  await waitFor(() => expect(technical.queryByText('Panel and account')).toBeNull());
  expect(await services()).not.toContain('panel');
});

test('after a change of another operator the form shows the current values', async () => {
  const { user, request } = await renderPage();
  await card('Billing');
  await chooseItem(actions('Billing'), t('common:edit'));
  const opened = await form(t('operatorDepartment:edit'));
  const { departments } = await request(operatorDepartment.list, {});
  const { id: departmentId, ...billing } = departments.find(({ id }) => id === 'billing') ?? expect.fail('no department');
  await request(operatorDepartment.update, { departmentId, ...billing, title: { en: 'Money' } });
  await user.clear(english(opened));
  await paste(english(opened), 'Bills');
  await user.click(opened.getByRole('button', { name: t('common:save') }));
  await opened.findByText(t('error:versionConflict'));
  await user.click(opened.getByRole('button', { name: t('common:showCurrent') }));
  await card('Money');
});

test('a list that couldn’t be loaded is loaded again', async () => {
  const { user } = await inPanel({ signedIn: demo.operator });
  const restore = breakCalls(operatorDepartment.list);
  render(<Departments />);
  await screen.findByText(t('operatorDepartment:loadFailed'));
  restore();
  await user.click(screen.getByRole('button', { name: t('common:retry') }));
  await card('Technical');
});
