import { BookOpen, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Crumb {
  label: ReactNode;
  href: string;
}
export interface PageHeaderProps {
  title: ReactNode;
  /** One plain line. */
  description?: ReactNode;
  /** Phones don’t show the description. */
  isBrief?: boolean;
  /** Two levels, on detail pages. */
  breadcrumb?: readonly Crumb[] | undefined;
  breadcrumbLabel?: string | undefined;
  /** Next to the title: a status. */
  badge?: ReactNode;
  /** Secondary first, primary last. */
  actions?: ReactNode;
  docs?: { href: string; label: string };
  /** The title is a name, which can be as long as a domain, or a long word in some language: on phones the actions are below it. */
  stacked?: boolean;
}

export function PageHeader({ title, description, isBrief, breadcrumb, breadcrumbLabel, badge, actions, docs, stacked }: PageHeaderProps) {
  return (
    <header className="page-head" data-stacked={stacked || undefined}>
      <div className="page-head-text">
        {breadcrumb && (
          <nav aria-label={breadcrumbLabel}>
            <ol className="crumbs">
              {breadcrumb.map((crumb, index) => (
                <li key={crumb.href}>
                  <a href={crumb.href}>{crumb.label}</a>
                  {index + 1 < breadcrumb.length && <ChevronRight aria-hidden className="mirror" />}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="page-title">
          <h1 tabIndex={-1}>{title}</h1>
          {badge}
        </div>
        {(description || docs) && (
          <p>
            {description && <span className={isBrief ? 'max-sm:hidden' : undefined}>{description}</span>}
            {docs && (
              <a className="docs-link" href={docs.href}>
                <BookOpen aria-hidden />
                {docs.label}
              </a>
            )}
          </p>
        )}
      </div>
      {actions && <div className="page-head-actions">{actions}</div>}
    </header>
  );
}
