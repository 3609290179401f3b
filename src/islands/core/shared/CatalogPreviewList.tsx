import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

type Change = CatalogPreview['changes'][number];

function valueText({ kind }: Pick<Change, 'kind'>, value: Change['before'], locale: Locale): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'string') return kind === 'time' ? formatDateTime(value, locale) : value;
  if (kind === 'mills') return formatMoney(value, locale, { exact: true });
  if (kind === 'rate') return formatRate(value, locale);
  if (kind === 'percent') return formatPercent(value / 100, locale);
  return formatNumber(value, locale);
}

/** What a change of the catalogue does: old and new values, how many it concerns, and from when. */
export function CatalogPreviewList({ preview: { changes, affected, warnings = [], notes } }: { preview: CatalogPreview }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <>
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      {changes.length === 0 ? (
        <p className="text-ui text-text-2">{t('catalogue:preview.nothing')}</p>
      ) : (
        <Card flush>
          <Table label={t('catalogue:preview.title')}>
            <Head>
              <HeadCell>{t('catalogue:preview.value')}</HeadCell>
              <HeadCell num>{t('catalogue:preview.before')}</HeadCell>
              <HeadCell num>{t('catalogue:preview.after')}</HeadCell>
            </Head>
            <tbody>
              {changes.map((change) => (
                <Row key={change.label} plain>
                  <Cell className="[overflow-wrap:anywhere] whitespace-normal!">{change.label}</Cell>
                  <Cell num>
                    <bdi className="text-text-3">{valueText(change, change.before, locale)}</bdi>
                  </Cell>
                  <Cell num>
                    <bdi className="font-semibold text-text">{valueText(change, change.after, locale)}</bdi>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {affected.length > 0 && (
        <dl className="grid gap-1.5 text-ui" aria-label={t('catalogue:preview.affected')}>
          {affected.map(({ label, count }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-text-2">{label}</dt>
              <dd className="num font-medium text-text">{formatNumber(count, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      <section aria-label={t('catalogue:preview.notes')}>
        <p className="text-ui font-semibold text-text">{t('catalogue:preview.notes')}</p>
        <ul className="mt-1 grid list-disc gap-1 ps-5 text-ui text-text-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
