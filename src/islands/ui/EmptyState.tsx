import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { WindArt } from './WindArt.tsx';

export interface EmptyStateProps {
  /** The page's icon, inside the disc in the wind drawing. */
  icon: Icon;
  title: ReactNode;
  /** What it is for, in one sentence. */
  description?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** A docs link. */
  link?: ReactNode;
  heading?: 'h2' | 'h3' | undefined;
}

/** Nothing here yet. If nothing matches the filters, use NoResults. */
export function EmptyState({ icon: Icon, title, description, action, link, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty">
      <div className="empty-art">
        <WindArt />
        <span className="empty-disc">
          <Icon aria-hidden />
        </span>
      </div>
      <Heading>{title}</Heading>
      {description && <p>{description}</p>}
      {(action || link) && (
        <div className="empty-actions">
          {action}
          {link}
        </div>
      )}
    </div>
  );
}

export interface NoResultsProps {
  title: ReactNode;
  description?: ReactNode;
  /** "Clear filters". */
  action?: ReactNode;
}
export function NoResults({ title, description, action }: NoResultsProps) {
  return (
    <div className={cx('empty', 'empty-plain')} role="status">
      <b>{title}</b>
      {description && <p>{description}</p>}
      {action && <div className="empty-actions">{action}</div>}
    </div>
  );
}
