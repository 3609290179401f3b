import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { staleGroups, useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type BrandVersion, operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { cacheBrand } from './BrandEdit.tsx';
import { fieldName, valueText } from './brandForm.ts';

/** Changed fields that a version shows at once. */
const VISIBLE = 6;

/** The versions, newest first, each with what it changed. @param version of the brand that is in the file */
export function BrandHistory({ version }: { version: string }) {
  const t = useT();
  const [before, setBefore] = useState<number>();
  const read = useRead(operatorBrand.versions, before === undefined ? {} : { before }, { showPrevious: true });
  const { mutateAsync: restore } = useWrite(operatorBrand.restore);
  const confirmRestore = (number: number) =>
    openDialog({
      kind: 'confirm',
      title: t('operatorBrand:restoreQuestion', { n: formatNumber(number, currentLocale()) }),
      description: t('operatorBrand:restoreText'),
      action: t('operatorBrand:restore'),
      cancel: t('common:cancel'),
      async run() {
        const { current } = await restore({ number, version }).catch((error) => {
          // After a change of another operator, the page shows theirs.
          staleGroups(['operatorBrand']);
          throw error;
        });
        cacheBrand(current);
        setBefore(undefined);
      },
    });
  const page = read.data;
  return (
    <Card title={t('operatorBrand:history.title')} sub={t('operatorBrand:history.lead')} line flush>
      {page ? (
        <>
          {page.versions.length === 0 && <p className="px-[18px] py-3.5 text-ui text-text-3">{t('operatorBrand:history.empty')}</p>}
          <ol aria-label={t('operatorBrand:history.title')} className="divide-y divide-border">
            {page.versions.map((one) => (
              <VersionRow key={one.number ?? 'unstored'} version={one} onRestore={confirmRestore} />
            ))}
          </ol>
          {(before !== undefined || page.next !== null) && (
            <nav className="flex justify-end gap-2 px-[18px] py-3" aria-label={t('operatorBrand:history.pages')}>
              {before !== undefined && <Button onClick={() => setBefore(undefined)}>{t('log:newest')}</Button>}
              {page.next !== null && <Button onClick={() => setBefore(page.next ?? undefined)}>{t('log:older')}</Button>}
            </nav>
          )}
        </>
      ) : read.error ? (
        <LoadError
          flush
          title={t('operatorBrand:history.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} twoLine />
      )}
    </Card>
  );
}

function VersionRow({ version, onRestore }: { version: BrandVersion; onRestore: (number: number) => void }) {
  const t = useT();
  const locale = currentLocale();
  const { number, at, source, by, note, restored, isCurrent, isBuiltIn, changes } = version;
  const n = number === null ? null : formatNumber(number, locale);
  const title = n === null ? t('operatorBrand:history.unstored') : t('operatorBrand:history.version', { n });
  return (
    <li aria-label={title} className="grid gap-1 px-[18px] py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-ui font-semibold text-text">{title}</span>
        {isCurrent && <Badge tone="success">{t('operatorBrand:history.current')}</Badge>}
        {isBuiltIn && <Badge tone="neutral">{t('operatorBrand:history.builtIn')}</Badge>}
        <span className="text-caption text-text-2">
          <time dateTime={at}>{formatDateTime(at, locale)}</time>
          {/* An installation begins with the built-in brand. */}
          {!(number === 1 && isBuiltIn) && (
            <>
              <span aria-hidden> · </span>
              {source === 'file' ? t('operatorBrand:history.onServer') : <bdi dir="ltr">{by}</bdi>}
            </>
          )}
        </span>
        {number !== null && n !== null && !isCurrent && (
          <Button changes size="sm" className="ms-auto" aria-label={t('operatorBrand:restoreOf', { n })} onClick={() => onRestore(number)}>
            {t('operatorBrand:restore')}
          </Button>
        )}
      </div>
      {restored !== null && (
        <p className="text-caption text-text-2">{t('operatorBrand:history.restored', { n: formatNumber(restored, locale) })}</p>
      )}
      {note !== null && (
        <p className="text-ui text-text [overflow-wrap:anywhere]">
          <bdi>{note}</bdi>
        </p>
      )}
      {changes === null ? (
        <p className="text-caption text-text-3">{t('operatorBrand:history.unreadable')}</p>
      ) : (
        <Changes changes={changes} />
      )}
    </li>
  );
}

/** A value that has no letters, such as a phone number, is left to right as well. */
const Value = ({ text, className }: { text: string; className: string }) => (
  <bdi dir={/[\u0590-\u08ff]/.test(text) ? 'auto' : 'ltr'} className={className}>
    {text}
  </bdi>
);

function Changes({ changes }: { changes: NonNullable<BrandVersion['changes']> }) {
  const t = useT();
  const locale = currentLocale();
  const rows = (list: typeof changes) => (
    <ul className="grid gap-0.5">
      {list.map(({ field, before, after }) => (
        <li key={field} className="flex flex-wrap items-center gap-x-1.5 text-caption text-text-3">
          <bdi>{fieldName(t, locale, field)}</bdi>
          <Value className="min-w-0 [overflow-wrap:anywhere]" text={valueText(t, locale, before)} />
          <ArrowRight aria-hidden className="mirror size-3 flex-none" />
          <span className="sr-only">{t('log:becomes')}</span>
          <Value className="min-w-0 text-text-2 [overflow-wrap:anywhere]" text={valueText(t, locale, after)} />
        </li>
      ))}
    </ul>
  );
  const rest = changes.slice(VISIBLE);
  return (
    <>
      {rows(changes.slice(0, VISIBLE))}
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-caption text-text-2">{t('log:more', counted(rest.length, locale))}</summary>
          {rows(rest)}
        </details>
      )}
    </>
  );
}
