import { describeChange } from '../../../lib/changes.ts';
import type { OperatorChange } from '../../../lib/contract/operator/operatorLog.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

/** Changes with their author and the affected account. */
export function LogTable({ logs }: { logs: readonly OperatorChange[] }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Table label={t('operatorLog:title')} rows twoLine>
      <Head>
        <HeadCell>{t('operatorLog:column.change')}</HeadCell>
        <HeadCell>{t('operatorLog:column.details')}</HeadCell>
        <HeadCell>{t('operatorLog:column.by')}</HeadCell>
        <HeadCell>{t('operatorLog:column.account')}</HeadCell>
        <HeadCell>{t('operatorLog:column.time')}</HeadCell>
      </Head>
      <tbody>
        {logs.map((one) => {
          const { title, subject, time } = describeChange(t, locale, one);
          return (
            <Row key={one.id}>
              <Cell m="title" sub={<bdi>{subject}</bdi>}>
                {title}
              </Cell>
              <Cell>
                <span className="grid max-w-[280px] gap-0.5 text-caption text-text-2">
                  {one.changes.slice(0, 3).map(({ field, before, after }) => (
                    <bdi key={field} dir="ltr" className="truncate" title={`${before ?? ''} → ${after ?? ''}`}>
                      {before === null ? `${field}: ${after}` : `${field}: ${before} → ${after ?? '–'}`}
                    </bdi>
                  ))}
                </span>
              </Cell>
              <Cell>
                <bdi dir="ltr">{one.by}</bdi>
              </Cell>
              <Cell>{one.account === null ? <span className="text-text-3">–</span> : <bdi dir="ltr">{one.account}</bdi>}</Cell>
              <Cell m="sub">
                <time dateTime={time.iso} title={time.full}>
                  {time.age}
                </time>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
