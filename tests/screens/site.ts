import { legalPages, sitePages as pages } from '../../src/layouts/parts/site/pages.ts';
import type { Screen } from './screen.ts';

const sitePages: readonly Screen[] = [...pages, ...legalPages].map((page) => ({
  name: `site-${page}`,
  path: `/${page}`,
  as: 'visitor',
  prefixed: true,
  ...(page === 'cloud-cdn' && { alwaysDark: true }),
}));

/** Public pages. */
export const siteScreens: readonly Screen[] = [
  { name: 'landing', path: '/', as: 'visitor', prefixed: true, alwaysDark: true },
  ...sitePages,
  { name: 'calculator', path: '/calculator', as: 'visitor', prefixed: true },
  {
    name: 'calculator-shared',
    path: '/calculator?domains=3&traffic=9000&plan=custom&cpu=8&ram=16&quantity=2&license=plesk&space=500&support=business&period=annual',
    as: 'visitor',
    prefixed: true,
  },
  { name: 'status', path: '/status', as: 'visitor', prefixed: true, rendered: true },
  { name: 'edge-addresses', path: '/edge-addresses', as: 'visitor', prefixed: true, rendered: true },
  { name: 'faq', path: '/faq#start-how', as: 'visitor', prefixed: true },
  { name: 'faq-search', path: '/faq?q=DNS', as: 'visitor', prefixed: true },
  { name: 'docs', path: '/docs/dns-records', as: 'visitor', prefixed: true },
  { name: 'docs-concept', path: '/docs/concepts/caching', as: 'visitor', prefixed: true },
  { name: 'docs-trouble', path: '/docs/troubleshooting/5xx', as: 'visitor', prefixed: true },
  { name: 'docs-index', path: '/docs', as: 'visitor', prefixed: true },
  {
    name: 'docs-search',
    path: '/docs/dns-records',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('docs:search.label') }).click();
      await page.keyboard.type('CNAME');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'docs-search-empty',
    path: '/docs',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('docs:search.label') }).click();
      await page.keyboard.type('zzzz');
      await page.getByText(t('docs:search.emptyText')).waitFor();
    },
  },
  { name: 'docs-writing', path: '/docs/writing', as: 'visitor', prefixed: true },
  { name: 'docs-changelog', path: '/docs/changelog', as: 'visitor', prefixed: true },
  { name: 'docs-api', path: '/docs/api', as: 'visitor', prefixed: true },
  { name: 'docs-api-group', path: '/docs/api/dns', as: 'visitor', prefixed: true },
  {
    name: 'docs-api-try',
    path: '/docs/api/provider',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByText(t('docs:api.try.title'), { exact: true }).first().click();
      await page.getByRole('button', { name: t('docs:api.try.send'), exact: true }).click();
      await page.getByText('200 OK').waitFor();
    },
  },
  { name: '404', path: '/nowhere', as: 'visitor', prefixed: true, status: 404 },
];
