import { demo } from '../../../lib/contract/fields.ts';
import type { PageRuleData, PathSettings } from '../../../lib/rules/cdn/edge/config.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { ownedDomain } from '../../db/owned.ts';
import { addItem, changeItem, type ItemRules } from '../edge/index.ts';

const rules: ItemRules<'pageRule'> = { group: 'pageRule', title: ({ title }) => title };

const staticFiles: PathSettings = {
  cacheTtl: { value: 7, unit: 'd' },
  ignoreCacheControl: true,
  imageResize: true,
  imageQuality: 75,
  webp: false,
  minify: { html: false, css: true, js: true },
  httpToHttps: true,
};

type SeedPageRule = Omit<PageRuleData, 'priority' | 'mode'> & { mode?: PageRuleData['mode']; deploy?: false };
const seedRuleRows: readonly SeedPageRule[] = [
  { title: 'Certificate checks stay on HTTP', path: '/.well-known/acme-challenge/*', settings: { httpToHttps: false } },
  { title: 'Redirect old shop', path: '/shop-old/*', settings: { redirectUrl: '/shop' } },
  { title: 'Cache static assets', path: '/assets/*', settings: staticFiles },
  { title: 'API never cached', path: '/api/*', mode: 'bypass', settings: {} },
  {
    title: 'Search results',
    path: '/search?q=*',
    description: 'The same for everybody, and asked for often.',
    settings: { cacheTtl: { value: 30, unit: 'm' }, queryString: 'withQuery' },
  },
  {
    title: 'Account area',
    path: '/account/*',
    settings: {
      tlsVersion: '1.3',
      hsts: { enabled: true, maxAge: { value: 12, unit: 'M' }, includeSubdomains: false, preload: false },
      hostHeader: 'accounts.parvaz.example',
      connectionTimeout: { value: 10, unit: 's' },
    },
    deploy: false,
  },
];

/** Page rules of the demo domain: one held back, and one with a draft beside its deployed form. */
export const seedPageRules: Seed = async (tx, { now, newId, customers }) => {
  const domain = await ownedDomain(tx, { id: customers.main }, demo.domainId);
  for (const [place, { deploy = true, mode = 'apply', ...line }] of seedRuleRows.entries())
    await addItem(tx, { now, newId }, domain, rules, { ...line, mode }, deploy, demo.pathIds[place]);
  const settings = { ...staticFiles, cacheTtl: { value: 30, unit: 'd' } as const, webp: true };
  await changeItem(tx, { now }, domain, rules, demo.pathId, { settings });
};
