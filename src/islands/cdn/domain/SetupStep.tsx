import { type ReactNode, useEffect } from 'react';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isUnfinished } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { focusWhenLost } from '../../ui/focusWhenLost.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { confirmRemove } from './remove.ts';
import { WizardFrame } from './WizardFrame.tsx';

interface SetupStepProps {
  domainName: string;
  title: ReactNode;
  lead: (domain: Domain | null | undefined) => ReactNode;
  current: (domain: Domain | null | undefined) => number;
  wide?: boolean;
  children: (domain: Domain) => ReactNode;
}

/** A later step: the domain is in the account, and its name is in the address. */
export function SetupStep({ domainName, title, lead, current, wide, children }: SetupStepProps) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  // The form of the previous step was removed and may have had the focus: the focus moves to the title.
  useEffect(() => focusWhenLost(() => document.querySelector<HTMLElement>('.wizard-head h1')), []);
  return (
    <WizardFrame title={title} lead={lead(domain)} current={current(domain)} domainName={domainName} {...(wide && { wide })}>
      {domain === null ? (
        <UnknownDomain name={domainName} />
      ) : domain ? (
        children(domain)
      ) : error ? (
        <LoadError
          title={t('setup:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isPending}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      )}
    </WizardFrame>
  );
}

/** Cancels the setup: warns of what is lost, and removes the domain. A domain that was active can't be removed here. */
export function StopAdding({ domain }: { domain: Domain }) {
  const t = useT();
  if (!isUnfinished(domain)) return null;
  return (
    <Button
      changes="orders"
      kind="ghost"
      className="me-auto"
      onClick={() => confirmRemove(domain, { unfinished: true, onRemoved: () => navigate.to(href('domains')) })}
    >
      {t('setup:cancel')}
    </Button>
  );
}
