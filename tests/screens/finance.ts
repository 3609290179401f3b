import { demo } from '../../src/lib/contract/fields.ts';
import { opensForm, type Screen, shows } from './screen.ts';

export const financeScreens: readonly Screen[] = [
  { name: 'invoices-current', path: '/finance/invoices/current', as: 'demo' },
  { name: 'invoices-closed', path: '/finance/invoices/closed', as: 'demo' },
  { name: 'invoices-closed-empty', path: '/finance/invoices/closed', as: 'empty' },
  { name: 'invoices-proforma', path: '/finance/invoices/proforma', as: 'demo' },
  { name: 'invoices-proforma-add', path: '/finance/invoices/proforma', as: 'demo', act: opensForm('invoice:form.add') },
  { name: 'invoice', path: `/finance/invoices/${demo.invoiceId}`, as: 'demo' },
  { name: 'invoice-proforma', path: `/finance/invoices/${demo.proformaId}`, as: 'demo' },
  { name: 'invoice-archive', path: '/finance/archive', as: 'demo' },
  { name: 'invoice-archive-empty', path: '/finance/archive', as: 'empty' },
  { name: 'invoice-archive-add', path: '/finance/archive', as: 'demo', act: opensForm('archive:add') },
  { name: 'budget', path: '/finance/budget', as: 'demo' },
  {
    name: 'budget-cap',
    path: '/finance/budget',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('checkbox', { name: t('budget:cap.on') }).click();
      await page.getByRole('radio', { name: new RegExp(t('budget:cap.pause')) }).waitFor();
    },
  },
  { name: 'invoice-unknown', path: '/finance/invoices/none', as: 'demo', status: 404 },
  { name: 'wallet', path: '/finance/wallet', as: 'demo' },
  { name: 'wallet-empty', path: '/finance/wallet', as: 'empty' },
  { name: 'top-up', path: '/finance/top-up', as: 'demo' },
  {
    name: 'top-up-gift-refused',
    path: '/finance/top-up',
    as: 'empty',
    status: 422,
    act: async (page, t) => {
      await page.getByLabel(t('payment:field.gift')).fill('DECLINED');
      await page.getByRole('button', { name: t('payment:apply') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'auto-top-up', path: '/finance/top-up/automatic', as: 'demo' },
  { name: 'auto-top-up-empty', path: '/finance/top-up/automatic', as: 'empty' },
  {
    name: 'auto-top-up-on',
    path: '/finance/top-up/automatic',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('checkbox', { name: t('autoTopUp:on') }).click();
      await page.getByRole('radio', { name: /4242/ }).waitFor();
    },
  },
  {
    name: 'auto-top-up-remove',
    path: '/finance/top-up/automatic',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: /4242/ }).click();
      await page.getByRole('button', { name: t('autoTopUp:removal.action') }).waitFor();
    },
  },
  { name: 'top-up-sandbox', path: `/finance/top-up/sandbox?payment=${demo.paymentId}`, as: 'demo' },
  { name: 'top-up-return', path: `/finance/top-up/return?payment=${demo.paymentId}`, as: 'demo' },
  { name: 'top-up-unknown', path: '/finance/top-up/return', as: 'demo' },
  { name: 'transactions', path: '/finance/transactions', as: 'demo' },
  { name: 'transactions-empty', path: '/finance/transactions', as: 'empty' },
  {
    name: 'transactions-no-match',
    path: '/finance/transactions?q=no-such-reference&period=custom',
    as: 'demo',
    act: shows('transaction:noMatch'),
  },
];
