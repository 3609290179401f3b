import { expect, test } from 'vitest';
import { openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { archive } from '../../../lib/contract/finance/archive.ts';
import ArchiveList from './ArchiveList.tsx';

test('a company needs its tax ID; missing details are reported at their field, and the request is listed', async () => {
  const { user, request } = await openPage(<ArchiveList />);
  const table = await screen.findByRole('table', { name: t('archive:title') });
  expect(table.textContent).toContain('Parvaz Trading');
  expect(table.textContent).toContain(t('archive:status.ready'));
  await user.click(screen.getByRole('button', { name: t('archive:add') }));
  const form = within(await screen.findByRole('form', { name: t('archive:add') }));
  await user.click(form.getByRole('radio', { name: t('archive:form.business') }));
  await user.type(form.getByLabelText(t('archive:form.company')), 'Rosewater Ltd');
  await user.type(form.getByLabelText(t('archive:form.companyId')), '10203040');
  await user.type(form.getByLabelText(t('archive:form.postalCode')), '11369');
  await user.type(form.getByLabelText(t('archive:form.address')), '1 Rose Street');
  await user.click(form.getByRole('button', { name: t('archive:form.submit') }));
  expect(await form.findByText(t('error:required'))).toBeTruthy();
  await user.type(form.getByLabelText(t('archive:form.economicCode')), '411111111111');
  await user.click(form.getByRole('button', { name: t('archive:form.submit') }));
  await waitFor(async () => {
    const { archives } = await request(archive.list, {});
    expect(archives.map(({ name }) => name)).toContain('Rosewater Ltd');
  });
});
