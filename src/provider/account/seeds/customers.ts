import { randomBytes } from 'node:crypto';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import { insertUser } from '../../core/people.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import type { Services } from '../../core/services.ts';
import { hashPassword } from '../proof/index.ts';

/**
 * Two customers with the published password, and the operator with a random one that is printed once. Passwords are hashed before the
 * transaction, because that takes long.
 */
export async function customerSeed({ env, log }: Services): Promise<Seed> {
  const operatorPassword = randomBytes(12).toString('base64url');
  const [passwordHash, operatorHash] = await Promise.all(
    [demo.password, operatorPassword].map((password) => hashPassword(password, env.PASSWORD_COST)),
  );
  if (!passwordHash || !operatorHash) throw new Error('a password was not hashed');
  return async (tx, { now, customers }) => {
    log.warn(`The demo operator is ${demo.operator} with the password ${operatorPassword}. It is not shown again.`);
    const rows = [
      { id: customers.main, email: demo.email, firstName: 'Sara', lastName: 'Amini', staffRole: null },
      { id: customers.second, email: demo.second, firstName: 'Omid', lastName: 'Karimi', staffRole: null },
      {
        id: customers.operator,
        email: demo.operator,
        firstName: 'Leila',
        lastName: 'Moradi',
        staffRole: 'admin' as const,
        passwordHash: operatorHash,
      },
    ];
    const shared = {
      mobile: null,
      passwordHash,
      accountType: 'personal',
      language: 'en',
      isDemo: true,
      emailVerifiedAt: now,
      createdAt: now - 200 * DAY,
    } as const;
    for (const row of rows) await insertUser(tx, { ...shared, ...row });
  };
}
