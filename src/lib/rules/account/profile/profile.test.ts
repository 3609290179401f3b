import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '../password/common.ts';
import { isEconomicCode, isIranianPostalCode, isLegalNationalId, isNationalCode } from './iran.ts';
import { missingParts } from './missing.ts';
import { toE164 } from './mobile.ts';

describe('codes of Iran', () => {
  test.each(['0499370899', '0790419904', '0084575948', '0963695398'])('%s is a national code', (code) =>
    expect(isNationalCode(code)).toBe(true),
  );
  test.each(['0499370898', '1111111111', '049937089', '04993708990', 'abcdefghij', ''])('%s isn’t a national code', (code) =>
    expect(isNationalCode(code)).toBe(false),
  );
  test('any single wrong digit of a national code is detected', () => {
    const right = '0499370899';
    for (let place = 0; place < 10; place++)
      for (let digit = 0; digit < 10; digit++) {
        const text = right.slice(0, place) + digit + right.slice(place + 1);
        // Modulo 11 with one check value for the remainders 0 and 1 still detects every single-digit error.
        if (text !== right) expect(isNationalCode(text), text).toBe(false);
      }
  });
  test('the national ID of a legal entity ends in a check digit', () => {
    const ids = ['10380284790', '10380284792', '09053433945', '11111111111', '1038028479', ''];
    expect(ids.filter(isLegalNationalId)).toEqual(['10380284790']);
  });
  test('postal and economic codes', () => {
    expect(['1619735744', '1193653471'].map(isIranianPostalCode)).toEqual([true, true]);
    expect(['0619735744', '161973574', '16197357440', '1619535744'].map(isIranianPostalCode)).toEqual([false, false, false, false]);
    expect(['411111111111', '10380284790', '12345678901234', '1234', ''].map(isEconomicCode)).toEqual([true, true, true, false, false]);
  });
});

test.each([
  ['+989121234567', '+989121234567'],
  ['0912 123 4567', '+989121234567'],
  ['۰۹۱۲۱۲۳۴۵۶۷', '+989121234567'],
  ['0034 612-345-678', '+34612345678'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['+98 21 88 77 66 55', null],
  ['612345678', null],
  ['+0123456789', null],
  ['+1234567890123456', null],
  ['', null],
])('the number %s is %s', (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

describe('common passwords', () => {
  const common = ['password', 'Password123!', 'P@ssw0rd2024', 'iloveyou1', 'testtest', 'Nasim1234'];
  const patterns = ['12345678', '87654321', '123456789', '12121212', 'aaaaaaaa', 'qwertyuiop', '1qaz2wsx'];
  test.each([...common, ...patterns])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));
  const others = ['breeze-demo', 'a-long-password', 'correct horse battery', 'گذرواژهٔ بلند من', 'tR4!vq9z', 'blue-window-27'];
  test.each(others)('%s isn’t common', (password) => expect(isCommonPassword(password)).toBe(false));
});

test('the missing fields of a profile depend on the account type and the country', () => {
  const address = { country: '', postalCode: '', address: '' };
  const person = { firstName: '', lastName: '', nationalCode: '', mobile: '', isMobileVerified: false };
  const company = { legalName: '', legalNationalId: '', registrationNumber: '', economicCode: '' };
  const none = { ...address, ...person, ...company };
  const personal = ['firstName', 'lastName', 'country', 'mobile', 'postalCode', 'address'];
  expect(missingParts({ ...none, accountType: 'personal' })).toEqual(personal);
  expect(missingParts({ ...none, accountType: 'personal', country: 'IR' })).toContain('nationalCode');
  const business = [...personal.filter((part) => part !== 'country'), 'legalName', 'legalNationalId', 'registrationNumber'];
  expect(missingParts({ ...none, accountType: 'business', country: 'DE' })).toEqual(business);
  expect(missingParts({ ...none, accountType: 'personal', mobile: '+989121234567', isMobileVerified: true })).not.toContain('mobile');
});
