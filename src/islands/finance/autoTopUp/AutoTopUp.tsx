import { CreditCard, Plus } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Attempts } from './Attempts.tsx';
import { AutoTopUpForm } from './AutoTopUpForm.tsx';
import { SavedCards } from './SavedCards.tsx';

/** When the wallet is topped up from a saved card, the cards, and what became of the last times. */
export default function AutoTopUp() {
  const t = useT();
  const read = useRead(autoTopUp.get, {});
  return (
    <>
      <PageHeader
        title={t('autoTopUp:title')}
        description={t('autoTopUp:lead')}
        breadcrumb={[{ label: t('shell:route.wallet'), href: href('wallet') }]}
        docs={{ href: guidePath('autoTopUp', currentLocale()), label: t('common:help') }}
      />
      {read.data ? (
        <Content {...read.data} />
      ) : read.error ? (
        <LoadError
          title={t('autoTopUp:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      )}
    </>
  );
}

function Content({ autoTopUp: saved, cards, attempts, canSave, limits }: Output<typeof autoTopUp.get>) {
  const t = useT();
  if (cards.length === 0 && attempts.length === 0)
    return (
      <Card>
        <EmptyState
          icon={CreditCard}
          title={t('autoTopUp:none.title')}
          description={t(canSave ? 'autoTopUp:none.text' : 'autoTopUp:none.unable')}
          action={canSave && <AddCard />}
        />
      </Card>
    );
  return (
    <div className="dashboard-columns">
      {cards.length > 0 ? (
        <AutoTopUpForm saved={saved} cards={cards} perDay={limits.perDay} />
      ) : (
        <Card>
          <p className="text-ui">{t(canSave ? 'autoTopUp:none.text' : 'autoTopUp:none.unable')}</p>
          {canSave && (
            <div className="mt-4">
              <AddCard />
            </div>
          )}
        </Card>
      )}
      <div className="grid gap-[18px]">
        {cards.length > 0 && <SavedCards cards={cards} usedId={saved.enabled ? saved.cardId : null} canSave={canSave} />}
        <Attempts attempts={attempts} />
      </div>
    </div>
  );
}

function AddCard() {
  const t = useT();
  return (
    <LinkButton kind="primary" icon={Plus} changes="finance" href={`${href('topUp')}?saveCard=1`}>
      {t('autoTopUp:cards.add')}
    </LinkButton>
  );
}
