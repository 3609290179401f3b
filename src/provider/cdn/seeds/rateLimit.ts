import { demo } from '../../../lib/contract/fields.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { addItem } from '../edge/index.ts';
import { rateLimitRules } from '../rateLimit/index.ts';

/** Two rate limits of the demo domain; the second is a draft that was never turned on. */
export const seedRateLimits: Seed = async (tx, seeding) => {
  const domain = { id: demo.domainId };
  const [login, api] = demo.rateLimitIds;
  const minute = { value: 1, unit: 'm' } as const;
  await addItem(
    tx,
    seeding,
    domain,
    rateLimitRules,
    { title: 'Sign-in attempts', path: '/login*', requestCount: 10, time: minute, blockTime: { value: 10, unit: 'm' }, action: 'block' },
    true,
    login,
  );
  await addItem(
    tx,
    seeding,
    domain,
    rateLimitRules,
    {
      title: 'API clients',
      path: 'api.parvaz.example/*',
      requestCount: 600,
      time: minute,
      blockTime: { value: 30, unit: 's' },
      action: 'challenge',
      challengeType: 'js',
    },
    false,
    api,
  );
};
