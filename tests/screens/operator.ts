import type { Locator } from '@playwright/test';
import { demo } from '../../src/lib/contract/fields.ts';
import { opensForm, type Screen, type Text } from './screen.ts';

/** Opens a form of the catalogue, changes it, and shows what the change does. */
const previews = (button: Text, form: Text, change: (form: Locator) => Promise<void>) =>
  opensForm(button, form, async (opened, t) => {
    await change(opened);
    await opened.getByRole('button', { name: t('catalogue:preview.open') }).click();
    await opened
      .page()
      .getByRole('button', { name: t('catalogue:preview.apply') })
      .waitFor();
  });

export const operatorScreens: readonly Screen[] = [
  { name: 'operator-desk', path: '/operator', as: 'operator' },
  { name: 'operator-search', path: '/operator/search', as: 'operator' },
  { name: 'operator-tickets', path: '/operator/tickets', as: 'operator' },
  { name: 'operator-tickets-closed', path: '/operator/tickets?state=closed', as: 'operator' },
  { name: 'operator-ticket', path: `/operator/tickets/${demo.ticketId}`, as: 'operator' },
  {
    name: 'operator-templates',
    path: `/operator/tickets/${demo.ticketId}`,
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorTicket:template.open') }).click();
      await page.getByRole('dialog').getByText('Name servers').first().waitFor();
    },
  },
  { name: 'operator-departments', path: '/operator/tickets/departments', as: 'operator' },
  {
    name: 'operator-department-new',
    path: '/operator/tickets/departments',
    as: 'operator',
    act: opensForm('operatorDepartment:add'),
  },
  {
    name: 'operator-service-new',
    path: '/operator/tickets/departments',
    as: 'operator',
    act: opensForm('operatorDepartment:addService'),
  },
  { name: 'operator-announcements', path: '/operator/announcements', as: 'operator' },
  { name: 'operator-announcement-new', path: '/operator/announcements', as: 'operator', act: opensForm('operatorAnnouncement:add') },
  {
    name: 'operator-announcement-update',
    path: '/operator/announcements',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: /Emails were delayed|ایمیل‌ها با تأخیر/ })
        .first()
        .click();
      await page.getByRole('form', { name: t('operatorAnnouncement:update') }).waitFor();
    },
  },
  { name: 'operator-customers', path: '/operator/customers', as: 'operator' },
  { name: 'operator-customer', path: `/operator/customers/${demo.customerId}`, as: 'operator' },
  {
    name: 'operator-credit',
    path: `/operator/customers/${demo.customerId}`,
    as: 'operator',
    act: opensForm('operatorCustomer:credit.title'),
  },
  { name: 'operator-view', path: `/operator/customers/${demo.customerId}`, as: 'operator', act: opensForm('operatorView:open') },
  { name: 'operator-staff', path: '/operator/staff', as: 'operator' },
  { name: 'operator-staff-new', path: '/operator/staff', as: 'operator', act: opensForm('operatorStaff:add') },
  { name: 'operator-edges', path: '/operator/edges', as: 'operator' },
  { name: 'operator-edge-new', path: '/operator/edges', as: 'operator', act: opensForm('operatorEdge:add') },
  { name: 'operator-place-new', path: '/operator/edges', as: 'operator', act: opensForm('operatorEdge:addPlace') },
  { name: 'operator-catalogue', path: '/operator/catalogue', as: 'operator' },
  { name: 'operator-catalogue-plans', path: '/operator/catalogue/plans', as: 'operator' },
  {
    name: 'operator-plan-preview',
    path: '/operator/catalogue/plans',
    as: 'operator',
    act: previews(
      (t) => t('operatorPlan:editOf', { plan: t('common:plan.eco') }),
      'operatorPlan:editTitle',
      (form) => form.getByRole('spinbutton').first().fill('19'),
    ),
  },
  {
    name: 'operator-traffic-preview',
    path: '/operator/catalogue/plans',
    as: 'operator',
    act: previews('operatorPlan:traffic.edit', 'operatorPlan:traffic.edit', (form) => form.getByRole('spinbutton').fill('0.035')),
  },
  { name: 'operator-catalogue-vouchers', path: '/operator/catalogue/vouchers', as: 'operator' },
  { name: 'operator-voucher-new', path: '/operator/catalogue/vouchers', as: 'operator', act: opensForm('operatorVoucher:add') },
  { name: 'operator-catalogue-prices', path: '/operator/catalogue/server-prices', as: 'operator' },
  {
    name: 'operator-price-preview',
    path: '/operator/catalogue/server-prices',
    as: 'operator',
    act: previews(
      (t) => t('operatorPrice:editOf', { name: t('operatorPrice:item.ram') }),
      'operatorPrice:editTitle',
      (form) => form.getByRole('spinbutton').fill('0.0022'),
    ),
  },
  { name: 'operator-catalogue-support', path: '/operator/catalogue/support', as: 'operator' },
  {
    name: 'operator-support-preview',
    path: '/operator/catalogue/support',
    as: 'operator',
    act: previews(
      (t) => t('operatorSupport:editOf', { name: t('supportPlan:plan.priority') }),
      'operatorSupport:editPlan',
      (form) => form.getByRole('spinbutton').first().fill('28'),
    ),
  },
  {
    name: 'operator-consulting-edit',
    path: '/operator/catalogue/support',
    as: 'operator',
    act: opensForm('operatorSupport:consulting.edit'),
  },
  { name: 'operator-catalogue-offer', path: '/operator/catalogue/data-centers', as: 'operator' },
  {
    name: 'operator-data-center-edit',
    path: '/operator/catalogue/data-centers',
    as: 'operator',
    act: async (page, t) => {
      // The third, after the default one. Its name depends on the language.
      await page
        .getByRole('table', { name: t('operatorOffer:dataCenters') })
        .getByRole('button')
        .nth(2)
        .click();
      await page.getByRole('form', { name: t('operatorOffer:editCenter') }).waitFor();
    },
  },
  {
    name: 'operator-data-center-new',
    path: '/operator/catalogue/data-centers',
    as: 'operator',
    act: opensForm('operatorOffer:addCenter'),
  },
  {
    name: 'operator-system-preview',
    path: '/operator/catalogue/data-centers',
    as: 'operator',
    act: previews(
      (t) => t('operatorOffer:editOf', { name: 'Ubuntu 22.04' }),
      'operatorOffer:editSystem',
      (form) => form.getByRole('checkbox').click(),
    ),
  },
  { name: 'operator-gift-new', path: '/operator/catalogue', as: 'operator', act: opensForm('operatorTopUp:gift.add') },
  {
    name: 'operator-bonus-preview',
    path: '/operator/catalogue',
    as: 'operator',
    act: previews('operatorTopUp:bonus.edit', 'operatorTopUp:bonus.edit', (form) => form.getByRole('spinbutton').nth(1).fill('4')),
  },
  { name: 'operator-brand', path: '/operator/brand', as: 'operator' },
  {
    name: 'operator-brand-changed',
    path: '/operator/brand',
    as: 'operator',
    act: async (page, t) => {
      const theme = page.getByRole('group', { name: t('operatorBrand:field.light') });
      await theme.getByLabel(t('operatorBrand:field.onBrand'), { exact: true }).fill('#fffbe6');
      await page.getByRole('button', { name: t('operatorBrand:addLink') }).click();
      await page.getByText(t('operatorBrand:dirty')).waitFor();
    },
  },
  { name: 'operator-log', path: '/operator/log', as: 'operator' },
];
