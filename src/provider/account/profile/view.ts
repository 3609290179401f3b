import type { Preferences, Profile } from '../../../lib/contract/account/auth.ts';
import { isLocale } from '../../../lib/i18n/locales.ts';
import { missingParts } from '../../../lib/rules/account/profile/missing.ts';
import { iso } from '../../../lib/time.ts';
import { showSuspension } from '../../core/suspension.ts';
import type { User } from '../../db/schema.ts';

export const toPreferences = ({ timeZone, calendar, digits, theme, density }: User): Preferences => ({
  timeZone,
  calendar,
  digits,
  theme,
  density,
});

/** The profile as its owner reads it. */
export function toProfile(user: User): Profile {
  const { id, accountType, firstName, lastName, email, mobile, country, nationalCode, postalCode, address } = user;
  const { legalName, economicCode, legalNationalId, registrationNumber } = user;
  const mobileVerified = mobile !== null && user.mobileVerifiedAt !== null;
  return {
    id,
    accountType,
    firstName,
    lastName,
    email,
    ...(mobile && { mobile }),
    emailVerified: user.emailVerifiedAt !== null,
    mobileVerified,
    country,
    nationalCode,
    postalCode,
    address,
    legal: { name: legalName, economicCode, nationalId: legalNationalId, registrationNumber },
    missing: missingParts({ ...user, mobile: mobile ?? '', isMobileVerified: mobileVerified }),
    preferences: toPreferences(user),
    language: isLocale(user.language) ? user.language : 'en',
    staffRole: user.staffRole,
    isDemo: user.isDemo,
    suspension: showSuspension(user),
    closesAt: user.closesAt === null ? null : iso(user.closesAt),
  };
}
