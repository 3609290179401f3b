import { demo } from '../../../lib/contract/fields.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { addItem } from '../edge/index.ts';
import { wafExceptions, wafRules } from '../waf/index.ts';

/** Rules of the demo domain: a deployed one, a draft, and an exception for a reported false positive. */
export const seedWaf: Seed = async (tx, seeding) => {
  const domain = { id: demo.domainId };
  await addItem(
    tx,
    seeding,
    domain,
    wafRules,
    {
      title: 'Admin only from the office',
      modules: ['custom'],
      path: '/admin/*',
      conditions: [{ field: 'ip', operator: 'notIn', value: '198.51.100.0/24, 2001:db8:2c::/48' }],
      action: 'block',
      description: 'The office and its VPN. Ask Omid before adding a network.',
    },
    true,
    demo.wafRuleId,
  );
  await addItem(
    tx,
    seeding,
    domain,
    wafRules,
    {
      title: 'Challenge scripts that sign in',
      modules: ['custom'],
      path: '/account/sign-in',
      conditions: [
        { field: 'method', operator: 'equals', value: 'POST' },
        { field: 'header:User-Agent', operator: 'contains', value: 'python' },
      ],
      action: 'challenge',
      challengeType: 'captcha',
    },
    false,
    demo.wafDraftId,
  );
  const exception = {
    title: 'Recipes with code in the comments',
    path: '/recipes/*',
    modules: ['xss' as const],
    patterns: ['xss-tag'],
    argument: 'comment',
  };
  await addItem(tx, seeding, domain, wafExceptions, exception, true, demo.wafExceptionId);
};
