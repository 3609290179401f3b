/** The profile fields that invoices and domain registrations need, in the order of the form. */
export const profileParts = [
  'firstName',
  'lastName',
  'country',
  'nationalCode',
  'mobile',
  'postalCode',
  'address',
  'legalName',
  'legalNationalId',
  'registrationNumber',
  'economicCode',
] as const;
export type ProfilePart = (typeof profileParts)[number];

type Facts = Record<ProfilePart, string> & { accountType: 'personal' | 'business'; isMobileVerified: boolean };

const legal: readonly ProfilePart[] = ['legalName', 'legalNationalId', 'registrationNumber'];

/** The parts that are still missing. Iranian codes are asked for only in Iran; the economic code is optional everywhere. */
export function missingParts(facts: Facts): ProfilePart[] {
  const isIran = facts.country === 'IR';
  return profileParts.filter((part) => {
    if (part === 'economicCode') return false;
    if (legal.includes(part) && facts.accountType === 'personal') return false;
    if (part === 'nationalCode' && !isIran) return false;
    if (part === 'mobile') return facts.mobile === '' || !facts.isMobileVerified;
    return facts[part] === '';
  });
}
