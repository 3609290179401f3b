import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  title?: ReactNode;
  sub?: ReactNode;
  /** At the end of the head: links, a segmented control, small buttons. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** A hairline under the head. */
  line?: boolean | undefined;
  /** Content without padding: tables, lists. */
  flush?: boolean | undefined;
  heading?: 'h2' | 'h3' | undefined;
}

export function Card({ title, sub, actions, footer, line, flush, heading: Heading = 'h2', className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section {...(title && { 'aria-labelledby': id })} {...rest} className={cx('card', className)}>
      {(title || actions) && (
        <header className="card-head" data-line={line || undefined}>
          {title && <Heading id={id}>{title}</Heading>}
          {sub && <span className="card-sub">{sub}</span>}
          {actions && <div className="card-actions">{actions}</div>}
        </header>
      )}
      {flush ? children : children && <div className="card-body">{children}</div>}
      {footer && <footer className="card-foot">{footer}</footer>}
    </section>
  );
}
