import { List, Plus } from 'lucide-react';
import { hasArea } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { recentTransactions } from '../../../lib/reads.ts';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NoGateway } from '../shared/NoGateway.tsx';
import { TopUpFields } from '../shared/TopUpFields.tsx';
import { TopUpSum } from '../shared/TopUpSum.tsx';
import { TransactionTable } from '../shared/TransactionTable.tsx';
import { useTopUp } from '../shared/useTopUp.ts';
import { BalanceHead } from './BalanceHead.tsx';
import { Negative } from './Negative.tsx';
import { PendingVoucher } from './PendingVoucher.tsx';
import { Spending } from './Spending.tsx';

type WalletState = Output<typeof walletDetail.get>['wallet'];

/** The wallet: its balance, how long it lasts, and spending. */
export default function Wallet() {
  const t = useT();
  const read = useRead(walletDetail.get, {});
  const usage = useRead(walletDetail.usage, {});
  const wallet = read.data?.wallet;
  return (
    <>
      <PageHeader
        title={t('walletDetail:title')}
        description={t('walletDetail:lead')}
        stacked
        docs={{ href: guidePath('wallet', currentLocale()), label: t('common:help') }}
        actions={
          <>
            <LinkButton icon={List} href={href('transactions')}>
              {t('walletDetail:transactions')}
            </LinkButton>
            {hasArea('payments') && (
              <LinkButton kind="primary" icon={Plus} changes="finance" href={href('topUp')}>
                {t('walletDetail:addCredit')}
              </LinkButton>
            )}
          </>
        }
      />
      {wallet?.negativeSince && <Negative wallet={wallet} onOver={() => void read.refetch()} />}
      <div className="dashboard-columns">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
          {wallet ? (
            <BalanceHead wallet={wallet} usage={usage.data?.usage} />
          ) : read.error ? (
            <LoadError
              title={t('walletDetail:failed')}
              message={read.error.message}
              retryLabel={t('common:retry')}
              busy={read.isFetching}
              onRetry={() => void read.refetch()}
            />
          ) : (
            <Card>
              <Skeleton label={t('common:loading')} rows={3} />
            </Card>
          )}
          <Spending read={usage} />
          {wallet && !wallet.negativeSince && wallet.atRisk.length > 0 && <Banner tone="info">{t('walletDetail:info')}</Banner>}
          <Recent />
        </div>
        <Aside wallet={wallet} />
      </div>
    </>
  );
}

function Aside({ wallet }: { wallet: WalletState | undefined }) {
  return (
    <div className="grid gap-[18px]">
      {hasArea('payments') && <QuickTopUp />}
      {wallet?.pendingVoucher && <PendingVoucher voucher={wallet.pendingVoucher} />}
    </div>
  );
}

function QuickTopUp() {
  const t = useT();
  const topUp = useTopUp({ returnTo: href('wallet') });
  const isReady = topUp.reading === null && topUp.gateways.length > 0;
  return (
    <Card
      title={t('walletDetail:quick.title')}
      actions={
        <a className="link" href={href('autoTopUp')}>
          {t('shell:route.autoTopUp')}
        </a>
      }
    >
      {isReady ? (
        <div className="grid gap-5">
          <TopUpFields topUp={topUp} compact />
          <TopUpSum topUp={topUp} compact />
        </div>
      ) : (
        <NoGateway topUp={topUp} />
      )}
    </Card>
  );
}

function Recent() {
  const t = useT();
  const read = useRead(transaction.list, recentTransactions);
  const rows = read.data?.transactions;
  return (
    <Card
      flush
      title={t('walletDetail:recent.title')}
      actions={
        <a className="link" href={href('transactions')}>
          {t('walletDetail:recent.all')}
        </a>
      }
    >
      {rows ? (
        rows.length > 0 ? (
          <TransactionTable label={t('walletDetail:recent.title')} transactions={rows} />
        ) : (
          <p className="px-5 pb-5 text-ui">{t('walletDetail:recent.empty')}</p>
        )
      ) : read.error ? (
        <LoadError
          flush
          title={t('transaction:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={5} twoLine />
      )}
    </Card>
  );
}
