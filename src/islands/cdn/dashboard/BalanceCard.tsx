import { useRead } from '../../../browser/api/query.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Bone } from '../../ui/Skeleton.tsx';

/** The balance of the wallet. */
export function BalanceCard({ locale }: { locale: Locale }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(wallet.balance, {});
  if (error && !data)
    return (
      <Card title={t('shell:dashboard.balance.title')}>
        <LoadError
          flush
          title={t('shell:dashboard.balance.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  const isNegative = data !== undefined && data.balance < 0;
  return (
    <Card
      title={t('shell:dashboard.balance.title')}
      actions={
        <a className="link" href={href('wallet')}>
          {t('shell:dashboard.balance.open')}
        </a>
      }
    >
      {data ? (
        <p className="text-figure-lg text-text data-negative:text-danger" data-negative={isNegative || undefined}>
          <bdi>{formatMoney(data.balance, locale)}</bdi>
        </p>
      ) : (
        <div className="skeleton" role="status" aria-label={t('common:loading')}>
          <Bone width={150} height={54} />
        </div>
      )}
      <p className="mt-1 text-ui">{t('shell:dashboard.balance.text')}</p>
    </Card>
  );
}
