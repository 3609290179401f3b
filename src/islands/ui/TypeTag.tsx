import type { CSSProperties } from 'react';

/** Chart colour of a record type; what is not named is grey (8). */
const tones: Record<string, number> = {
  A: 1,
  AAAA: 1,
  ALIAS: 1,
  CNAME: 3,
  MX: 2,
  SRV: 4,
  NS: 5,
  PTR: 5,
  CAA: 6,
  TLSA: 6,
  DS: 6,
  HTTPS: 7,
  SVCB: 7,
};

/** The type of a DNS record, or an HTTP method, as a coloured tag. */
export function TypeTag({ type, tone = tones[type] ?? 8 }: { type: string; tone?: number }) {
  return (
    <bdi dir="ltr" className="type-tag" style={{ '--tone': `var(--chart-${tone})` } as CSSProperties}>
      {type}
    </bdi>
  );
}
