import type { ReactNode } from 'react';
import { nameToUnicode } from '../../lib/format/punycode.ts';
import { cx } from './cx.ts';

/**
 * A technical value (domain, IP, path, version, unit with Latin letters): left to right in every language. A name in another script is
 * shown in that script, with its `xn--` form as the tooltip.
 */
export function DomainText({ children, mono, className }: { children: ReactNode; mono?: boolean; className?: string }) {
  const shown = typeof children === 'string' ? nameToUnicode(children) : children;
  return (
    <bdi dir="ltr" className={cx(mono && 'mono', className) || undefined} title={shown === children ? undefined : String(children)}>
      {shown}
    </bdi>
  );
}
