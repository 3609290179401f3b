import { formatAge, formatDateTime, formatElapsed } from '../../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';

/** When an answer is due. Lateness is shown by a word as well as by the color. */
export function DueText({ dueAt }: { dueAt: string | null }) {
  const t = useT();
  const locale = currentLocale();
  if (dueAt === null) return <span className="text-text-3">{t('operatorTicket:due.none')}</span>;
  const isLate = Date.parse(dueAt) < Date.now();
  return (
    <time dateTime={dueAt} title={formatDateTime(dueAt, locale)} className={isLate ? 'font-medium text-danger' : undefined}>
      {isLate
        ? t('operatorTicket:due.late', { time: formatElapsed(dueAt, locale) })
        : t('operatorTicket:due.by', { time: formatAge(dueAt, locale) })}
    </time>
  );
}
