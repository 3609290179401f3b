import { ArrowRight, RotateCw, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import type { ApiError } from '../../../browser/api/errors.ts';
import { callQueryKey, queryClient, useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ScanReview } from './ScanReview.tsx';
import { StopAdding } from './SetupStep.tsx';

export type ScanAnswer = Output<typeof calls.scan>;

/** The results of a scan of the current DNS, with a button for scanning again. */
export function Scan({ domain }: { domain: Domain }) {
  const t = useT();
  const input = { domainId: domain.id };
  const scan = useRead(calls.scan, input);
  const [again, setAgain] = useState<{ busy: boolean; error: ApiError | null }>({ busy: false, error: null });
  const rescan = async () => {
    setAgain({ busy: true, error: null });
    try {
      queryClient.setQueryData(callQueryKey(calls.scan, input), await send(calls.scan, { ...input, fresh: true }, { notices: 'none' }));
      setAgain({ busy: false, error: null });
    } catch (error) {
      setAgain({ busy: false, error: error as ApiError }); // `send` throws only this type
    }
  };
  const button = (
    <Button size="sm" icon={RotateCw} busy={again.busy} busyLabel={t('setup:records.scanningAgain')} onClick={() => void rescan()}>
      {t('setup:records.again')}
    </Button>
  );
  if (scan.data && scan.data.records.length > 0)
    return <ScanReview domain={domain} scan={scan.data} rescan={button} problem={again.error?.message ?? null} />;

  const forward = (
    <>
      <StopAdding domain={domain} />
      <LinkButton kind="primary" className="ms-auto" trailing={ArrowRight} href={href('setupServers', { domain: domain.name })}>
        {scan.data ? t('setup:continue') : t('setup:records.without')}
      </LinkButton>
    </>
  );
  if (scan.data) {
    // Name servers that don't respond differ from having none.
    const silent = !scan.data.complete;
    return (
      <Card className="shadow-2" footer={forward}>
        <EmptyState
          icon={Waypoints}
          title={silent ? t('setup:records.unansweredTitle') : t('setup:records.noneTitle')}
          description={again.error?.message ?? t(silent ? 'setup:records.unansweredText' : 'setup:records.noneText', { name: domain.name })}
          action={button}
        />
      </Card>
    );
  }
  if (scan.error)
    return (
      <Card className="shadow-2" footer={forward}>
        <LoadError
          title={t('setup:records.failed')}
          message={scan.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void scan.refetch()}
          busy={scan.isFetching}
        />
      </Card>
    );
  return (
    <Card className="shadow-2" footer={forward}>
      <p className="mb-3 text-text-2">{rich(t, 'setup:records.scanning', { name: <DomainText>{domain.name}</DomainText> })}</p>
      <Skeleton label={t('common:loading')} rows={7} />
    </Card>
  );
}
