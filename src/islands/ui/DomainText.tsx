import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A technical value (domain, IP, path, version, unit with Latin letters): left to right in every language. */
export function DomainText({ children, mono, className }: { children: ReactNode; mono?: boolean; className?: string }) {
  return (
    <bdi dir="ltr" className={cx(mono && 'mono', className) || undefined}>
      {children}
    </bdi>
  );
}
