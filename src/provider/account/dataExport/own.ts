import type { ExportFiles } from '../../core/registry.ts';
import { ownedApiKeys } from '../../db/owned.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import type { Account } from '../../kernel/account.ts';

/** The person: profile, sessions, second factors, API keys. Sign-ins are part of the change log. */
export async function exportAccount(ctx: JobCtx, account: Account): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  const profile = await db
    .withoutPlugins() // flags are 0 and 1 in the file, as they are stored
    .selectFrom('user')
    .select(['id', 'email', 'emailVerifiedAt', 'mobile', 'mobileVerifiedAt', 'accountType', 'firstName', 'lastName', 'country'])
    .select(['nationalCode', 'postalCode', 'address', 'legalName', 'economicCode', 'legalNationalId', 'registrationNumber'])
    .select(['language', 'timeZone', 'calendar', 'digits', 'theme', 'density', 'maxSessions', 'maxSessionsPerIp'])
    .select(['ipRestricted', 'allowedIps', 'createdAt'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const twoFactor = await db
    .selectFrom('twoFactor')
    .select(['totpEnabledAt', 'emailEnabledAt', 'smsEnabledAt', 'smsMobile'])
    .where('userId', '=', account.id)
    .executeTakeFirst();
  return {
    'account/profile.json': profile,
    'account/two-factor.json': twoFactor ?? {},
    'account/sessions.json': await db
      .selectFrom('session')
      .select(['createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'ip', 'userAgent', 'browser', 'system', 'method'])
      .where('userId', '=', account.id)
      .orderBy('createdAt')
      .execute(),
    'account/trusted-browsers.json': await db
      .selectFrom('trustedDevice')
      .select(['createdAt', 'expiresAt', 'endedAt', 'ip', 'userAgent'])
      .where('userId', '=', account.id)
      .orderBy('createdAt')
      .execute(),
    'account/passkeys.json': await db
      .selectFrom('passkey')
      .select(['name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', account.id)
      .orderBy('createdAt')
      .execute(),
    'account/api-keys.json': await ownedApiKeys(db, account)
      .select(['name', 'tokenHint', 'access', 'domainIds', 'allowedIps', 'monthlyLimit', 'createdAt', 'expiresAt', 'lastUsedAt', 'lastIp'])
      .orderBy('createdAt')
      .execute(),
  };
}
