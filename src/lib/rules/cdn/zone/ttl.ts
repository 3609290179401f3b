/** Largest TTL (RFC 2181 section 8). */
export const maxTtl = 2_147_483_647;

const units: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/**
 * Seconds, or BIND units (`1h30m`, `1W2D`), in any case.
 * @returns seconds; -1 when it isn't a TTL; -2 when it exceeds the largest TTL
 */
export function readTtl(text: string): number {
  const length = text.length;
  let total = 0;
  let value = -1;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      value = Math.max(value, 0) * 10 + code - 48;
      if (value > 99_999_999_999) return -2;
    } else {
      const unit = units[text.charAt(i).toLowerCase()];
      if (unit === undefined || value < 0) return -1;
      total += value * unit;
      value = -1;
      if (i === length - 1) return total > maxTtl ? -2 : total;
    }
  }
  // A number without a unit must be alone: `1h30` is invalid.
  if (value < 0 || total > 0) return -1;
  return value > maxTtl ? -2 : value;
}
