import type { ReactNode } from 'react';
import type { Tone } from './icon.ts';

export interface NoticeRowProps {
  /** An icon or a status shape, in the colour of `tone`. */
  sign: ReactNode;
  tone: Tone;
  title: ReactNode;
  description?: ReactNode;
  /** "4 minutes ago", and the whole time for a tooltip. */
  age: string;
  time: string;
  /** ISO 8601 */
  dateTime: string;
  /** The word for "unread"; the row is then filled and has a dot. */
  unread?: string | undefined;
  /** Makes the whole row a link. */
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** Before the sign: a checkbox. */
  lead?: ReactNode;
  /** Below the text: a meter, a link. */
  more?: ReactNode;
  /** Small buttons; with a mouse they replace the age on hover. */
  actions?: ReactNode;
  selected?: boolean | undefined;
}

/** An event in a list: put it into `<ul className="notices">`. */
export function NoticeRow(props: NoticeRowProps) {
  const { sign, tone, title, description, age, time, dateTime, unread, href, onOpen, lead, more, actions, selected } = props;
  return (
    <li className="notice" data-unread={unread !== undefined || undefined} data-selected={selected || undefined}>
      {lead}
      <span className="notice-sign" data-tone={tone}>
        {sign}
      </span>
      <div className="notice-text">
        <div className="notice-line">
          {href ? (
            <a className="notice-title" href={href} onClick={onOpen}>
              {title}
            </a>
          ) : (
            <b className="notice-title">{title}</b>
          )}
          <div className="notice-end">
            <time dateTime={dateTime} title={time}>
              {age}
            </time>
            {unread !== undefined && (
              <span className="notice-dot">
                <span className="sr-only">{unread}</span>
              </span>
            )}
            {actions && <span className="notice-actions">{actions}</span>}
          </div>
        </div>
        {description && <p>{description}</p>}
        {more}
      </div>
    </li>
  );
}
