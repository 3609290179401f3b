import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './icon.ts';

/** Guide appendix C. */
export type StatusKind = 'ok' | 'waiting' | 'failed' | 'progress' | 'off';
const statusTones: Record<StatusKind, Tone> = { ok: 'success', waiting: 'warning', failed: 'danger', progress: 'info', off: 'neutral' };

/** The shape alone, in the colour of the text. Needs a word next to it. */
export function StatusShape({ kind }: { kind: StatusKind }) {
  return (
    <svg width="9" height="9" viewBox="0 0 9 9" fill="none" aria-hidden="true">
      {kind === 'ok' && <circle cx="4.5" cy="4.5" r="4" fill="currentColor" />}
      {kind === 'waiting' && (
        <>
          <circle cx="4.5" cy="4.5" r="3.5" stroke="currentColor" strokeWidth="1.6" />
          <path d="M4.5 1v7a3.5 3.5 0 0 0 0-7z" fill="currentColor" />
        </>
      )}
      {kind === 'failed' && <path d="M4.5.6 8.8 8.4H.2z" fill="currentColor" />}
      {kind === 'progress' && <rect x="1" y="1" width="7" height="7" rx="1.6" fill="currentColor" />}
      {kind === 'off' && <circle cx="4.5" cy="4.5" r="3.2" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

export interface StatusBadgeProps {
  kind: StatusKind;
  /** The word. */
  children: ReactNode;
  square?: boolean | undefined;
  /** Only if the shape is fixed by its meaning but the colour is not. */
  tone?: Tone | undefined;
}
export function StatusBadge({ kind, children, square, tone }: StatusBadgeProps) {
  return (
    <span className={cx('badge', square && 'badge-square')} data-tone={tone ?? statusTones[kind]}>
      <StatusShape kind={kind} />
      {children}
    </span>
  );
}

/** Shape and word without the pill: in the domain selector, in rows of two lines. */
export function StatusText({ kind, children, tone }: StatusBadgeProps) {
  return (
    <span className="status-text" data-tone={tone ?? statusTones[kind]}>
      <StatusShape kind={kind} />
      <span>{children}</span>
    </span>
  );
}
