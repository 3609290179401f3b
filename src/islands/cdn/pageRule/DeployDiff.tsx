import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { DiffRow } from '../../../lib/rules/cdn/pageRule/diff.ts';
import { formatValue, snake } from '../../../lib/rules/cdn/pageRule/formatSetting.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';

const looks = {
  same: { sign: ' ', className: 'text-text-2' },
  gone: { sign: '-', className: 'bg-danger-soft text-danger' },
  new: { sign: '+', className: 'bg-success-soft text-success' },
};

/** The changes of deploying, as removed and added lines. */
export function DeployDiff({ lines, isNew }: { lines: readonly DiffRow[]; isNew: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const isSame = lines.every(({ sign }) => sign === 'same');
  return (
    <Card title={t('pageRule:diff.title')}>
      {(isSame || isNew) && <p className="mb-2 text-help text-text-2">{isNew ? t('pageRule:diff.new') : t('pageRule:diff.same')}</p>}
      <ul dir="ltr" className="mono -mx-1.5 overflow-hidden rounded-md text-help">
        {lines.map(({ sign, name, value }) => (
          <li
            key={`${sign} ${name}`}
            className={cx('grid grid-cols-[12px_154px_minmax(0,1fr)] gap-x-1.5 px-2 py-1', looks[sign].className)}
          >
            <span aria-hidden>{looks[sign].sign}</span>
            <span className="[overflow-wrap:anywhere]">
              {sign !== 'same' && <span className="sr-only">{t(`pageRule:diff.${sign}Line`)} </span>}
              {snake(name)}
            </span>
            <span className="[overflow-wrap:anywhere]">
              <bdi>{formatValue(name, value, t, locale)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2.5 text-help text-text-2">{t('pageRule:diff.note')}</p>
    </Card>
  );
}
