import { demo } from '../../src/lib/contract/fields.ts';
import { opensDialog, type Screen } from './screen.ts';

export const supportScreens: readonly Screen[] = [
  {
    name: 'contact-wrong',
    path: '/contact',
    as: 'visitor',
    prefixed: true,
    status: 422,
    act: async (page, t) => {
      await page.getByLabel(t('contact:field.email')).fill('nobody');
      await page.getByRole('button', { name: t('contact:send'), exact: true }).click();
      await page.getByText(t('contact:check'), { exact: true }).waitFor();
    },
  },
  { name: 'tickets', path: '/tickets', as: 'demo' },
  { name: 'tickets-empty', path: '/tickets', as: 'empty' },
  { name: 'tickets-closed', path: '/tickets/closed', as: 'demo' },
  { name: 'ticket-new', path: '/tickets/new', as: 'demo' },
  {
    name: 'ticket-new-wrong',
    path: '/tickets/new',
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('ticket:create.title'), { exact: true }).fill('DNS records');
      await page.getByRole('button', { name: t('ticket:create.submit') }).click();
      await page.getByText(t('ticket:error.message')).waitFor();
    },
  },
  {
    name: 'ticket-diagnostics',
    path: '/tickets/new',
    as: 'demo',
    act: async (page, t) => {
      const name = new RegExp(`^${t('ticket:create.about')}`);
      // A button on small screens.
      await page.getByRole('combobox', { name }).or(page.getByRole('button', { name })).click();
      await page.getByRole('option', { name: /parvaz\.example/ }).click();
      await page.getByRole('button', { name: t('ticket:diagnostics.attach') }).click();
      await page.getByRole('dialog').getByText('https.tlsVersions').waitFor();
    },
  },
  { name: 'ticket', path: `/tickets/${demo.ticketId}`, as: 'demo' },
  {
    name: 'ticket-diagnostics-open',
    path: `/tickets/${demo.ticketId}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByText(t('ticket:diagnostics.label')).click();
      await page.getByText('https.tlsVersions').waitFor();
    },
  },
  { name: 'ticket-closed', path: `/tickets/${demo.closedTicketId}`, as: 'demo' },
  { name: 'ticket-faq', path: '/tickets/faq?q=dnssec', as: 'demo' },
  { name: 'support-plan', path: '/tickets/support-plan', as: 'demo' },
  {
    name: 'support-plan-activate',
    path: '/tickets/support-plan',
    as: 'demo',
    act: opensDialog((t) => t('supportPlan:dialog.title', { plan: t('supportPlan:plan.priority') })),
  },
];
