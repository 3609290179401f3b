import { useRead } from '../../../browser/api/query.ts';
import { operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BrandEdit } from './BrandEdit.tsx';
import { BrandHistory } from './BrandHistory.tsx';

/** The brand of the installation: a form with a preview, and its versions. */
export default function Brand() {
  const t = useT();
  const read = useRead(operatorBrand.get, {});
  const current = read.data?.current;
  return (
    <>
      <PageHeader
        title={t('operatorBrand:title')}
        description={t('operatorBrand:lead')}
        docs={{ href: guidePath('operatorBrand', currentLocale()), label: t('common:help') }}
      />
      {current ? (
        <div className="grid gap-[18px]">
          <BrandEdit saved={current} />
          <BrandHistory version={current.version} />
        </div>
      ) : read.error ? (
        <LoadError
          title={t('operatorBrand:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={8} twoLine />
        </Card>
      )}
    </>
  );
}
