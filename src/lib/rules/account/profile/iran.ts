/** A national code (کد ملی): ten digits, the last of which is a check digit (modulo 11); ten equal digits are not issued. */
export function isNationalCode(text: string): boolean {
  if (!/^\d{10}$/.test(text) || /^(\d)\1{9}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 9).reduce((total, digit, index) => total + digit * (10 - index), 0);
  const rest = sum % 11;
  return digits[9] === (rest < 2 ? rest : 11 - rest);
}

const legalWeights = [29, 27, 23, 19, 17, 29, 27, 23, 19, 17];

/** The national ID of a legal entity (شناسه ملی): eleven digits, the last of which is a check digit (modulo 11). */
export function isLegalNationalId(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const added = (digits[9] ?? 0) + 2;
  const sum = legalWeights.reduce((total, weight, index) => total + ((digits[index] ?? 0) + added) * weight, 0);
  return digits[10] === (sum % 11) % 10;
}

/** A postal code: ten digits, the first four without 0 and 2, the fifth without 0, 2 and 5. */
export const isIranianPostalCode = (text: string): boolean => /^[13-9]{4}[1346-9]\d{5}$/.test(text);

/** An economic code: twelve digits in the old form; eleven (the national ID) or fourteen in the new one. */
export const isEconomicCode = (text: string): boolean => /^(\d{11}|\d{12}|\d{14})$/.test(text);
