import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { refusals } from '../../browser/lock.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

export interface LoadErrorProps {
  /** What did not load. */
  title: ReactNode;
  /** The server's message. */
  message?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** "Updated 4 min ago", if old data is still shown. */
  stale?: ReactNode;
  /** Without border: inside a card. */
  flush?: boolean | undefined;
}

/** What did not load, with a button to try again. A refusal for lack of rights is one quiet line instead. */
export function LoadError({ title, message, retryLabel, onRetry, busy, stale, flush }: LoadErrorProps) {
  if (typeof message === 'string' && refusals.has(message)) return <p className={cx('refused-row', !flush && 'card')}>{message}</p>;
  return (
    <div role="alert" className={cx('error-row', !flush && 'card')}>
      <CloudAlert aria-hidden />
      <div>
        <b>{title}</b>
        {message}
        {stale && <span className="text-text-3"> {stale}</span>}
      </div>
      <Button icon={RotateCw} busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
