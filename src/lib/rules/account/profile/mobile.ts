import { latinDigits } from '../../../format/digits.ts';

/**
 * A mobile number in E.164 (`+989121234567`), from what people type: spaces, dashes, brackets, digits of their language, `00` for the
 * plus sign, and the national form of Iran (`0912…`). Null: not a mobile number.
 */
export function toE164(text: string): string | null {
  const plain = latinDigits(text).replace(/[\s().\u200c\u200e\u200f-]/g, '');
  const number = /^09\d{9}$/.test(plain) ? `+98${plain.slice(1)}` : plain.replace(/^00/, '+');
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return null;
  // Mobile numbers of Iran are +98 9 and nine digits.
  return number.startsWith('+98') && !/^\+989\d{9}$/.test(number) ? null : number;
}
