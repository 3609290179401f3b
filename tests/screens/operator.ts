import { demo } from '../../src/lib/contract/fields.ts';
import type { Screen } from './screen.ts';

export const operatorScreens: readonly Screen[] = [
  { name: 'operator-desk', path: '/operator', as: 'operator' },
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
  { name: 'operator-announcements', path: '/operator/announcements', as: 'operator' },
  {
    name: 'operator-announcement-new',
    path: '/operator/announcements',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('operatorAnnouncement:add') })
        .first()
        .click();
      await page.getByRole('form', { name: t('operatorAnnouncement:add') }).waitFor();
    },
  },
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
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorCustomer:credit.title') }).click();
      await page.getByRole('form', { name: t('operatorCustomer:credit.title') }).waitFor();
    },
  },
  {
    name: 'operator-view',
    path: `/operator/customers/${demo.customerId}`,
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorView:open') }).click();
      await page.getByRole('form', { name: t('operatorView:open') }).waitFor();
    },
  },
  { name: 'operator-catalogue', path: '/operator/catalogue', as: 'operator' },
  { name: 'operator-catalogue-plans', path: '/operator/catalogue/plans', as: 'operator' },
  {
    name: 'operator-plan-preview',
    path: '/operator/catalogue/plans',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('operatorPlan:editOf', { plan: t('common:plan.eco') }) })
        .first()
        .click();
      const form = page.getByRole('form', { name: t('operatorPlan:editTitle') });
      await form.getByRole('spinbutton').first().fill('22');
      await form.getByRole('button', { name: t('catalogue:preview.open') }).click();
      await page.getByRole('button', { name: t('catalogue:preview.apply') }).waitFor();
    },
  },
  {
    name: 'operator-traffic-preview',
    path: '/operator/catalogue/plans',
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorPlan:traffic.edit') }).click();
      const form = page.getByRole('form', { name: t('operatorPlan:traffic.edit') });
      await form.getByRole('spinbutton').fill('0.045');
      await form.getByRole('button', { name: t('catalogue:preview.open') }).click();
      await page.getByRole('button', { name: t('catalogue:preview.apply') }).waitFor();
    },
  },
  { name: 'operator-catalogue-vouchers', path: '/operator/catalogue/vouchers', as: 'operator' },
  {
    name: 'operator-voucher-new',
    path: '/operator/catalogue/vouchers',
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorVoucher:add') }).click();
      await page.getByRole('form', { name: t('operatorVoucher:add') }).waitFor();
    },
  },
  { name: 'operator-catalogue-prices', path: '/operator/catalogue/server-prices', as: 'operator' },
  {
    name: 'operator-price-preview',
    path: '/operator/catalogue/server-prices',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('operatorPrice:editOf', { name: t('operatorPrice:item.ram') }) })
        .first()
        .click();
      const form = page.getByRole('form', { name: t('operatorPrice:editTitle') });
      await form.getByRole('spinbutton').fill('0.0042');
      await form.getByRole('button', { name: t('catalogue:preview.open') }).click();
      await page.getByRole('button', { name: t('catalogue:preview.apply') }).waitFor();
    },
  },
  { name: 'operator-catalogue-offer', path: '/operator/catalogue/data-centers', as: 'operator' },
  {
    name: 'operator-data-center-edit',
    path: '/operator/catalogue/data-centers',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('operatorOffer:editOf', { name: 'Dubai' }) })
        .first()
        .click();
      await page.getByRole('form', { name: t('operatorOffer:editCenter') }).waitFor();
    },
  },
  {
    name: 'operator-system-preview',
    path: '/operator/catalogue/data-centers',
    as: 'operator',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('operatorOffer:editOf', { name: 'Ubuntu 22.04' }) })
        .first()
        .click();
      const form = page.getByRole('form', { name: t('operatorOffer:editSystem') });
      await form.getByRole('checkbox').click();
      await form.getByRole('button', { name: t('catalogue:preview.open') }).click();
      await page.getByRole('button', { name: t('catalogue:preview.apply') }).waitFor();
    },
  },
  {
    name: 'operator-gift-new',
    path: '/operator/catalogue',
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorTopUp:gift.add') }).click();
      await page.getByRole('form', { name: t('operatorTopUp:gift.add') }).waitFor();
    },
  },
  {
    name: 'operator-bonus-preview',
    path: '/operator/catalogue',
    as: 'operator',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('operatorTopUp:bonus.edit') }).click();
      const form = page.getByRole('form', { name: t('operatorTopUp:bonus.edit') });
      await form.getByRole('spinbutton').nth(1).fill('4');
      await form.getByRole('button', { name: t('catalogue:preview.open') }).click();
      await page.getByRole('button', { name: t('catalogue:preview.apply') }).waitFor();
    },
  },
  { name: 'operator-log', path: '/operator/log', as: 'operator' },
];
