import { CreditCard } from 'lucide-react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { TopUp } from './useTopUp.ts';

/** Replaces the form while the gateways load, on failure, and when there are none. Null: the form can be shown. */
export function NoGateway({ topUp: { reading, gateways } }: { topUp: TopUp }) {
  const t = useT();
  if (reading?.failed)
    return (
      <LoadError
        flush
        title={t('payment:loadFailed')}
        message={reading.failed}
        retryLabel={t('common:retry')}
        busy={reading.busy}
        onRetry={reading.retry}
      />
    );
  if (reading) return <Skeleton label={t('common:loading')} rows={5} />;
  if (gateways.length > 0) return null;
  return (
    <EmptyState
      icon={CreditCard}
      title={t('payment:noGateway.title')}
      description={t('payment:noGateway.text')}
      action={
        <LinkButton kind="secondary" href={siteHref('/contact', currentLocale())}>
          {t('payment:noGateway.action')}
        </LinkButton>
      }
    />
  );
}
