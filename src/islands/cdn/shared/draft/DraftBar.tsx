import { Rocket } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Domain } from '../../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import type { ItemGroup } from '../../../../lib/rules/cdn/edge/ruleLists.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useDrafts } from './useDrafts.ts';

const DraftReview = lazy(async () => ({ default: (await import('./DraftReview.tsx')).DraftReview }));

interface DraftBarProps {
  domain: Domain;
  /** Absent: every list of the domain. */
  lists?: readonly ItemGroup[];
}

/** The number of undeployed changes, fixed at the bottom of the page. Needs the texts of `draft` and `firewall`. */
export function DraftBar({ domain, lists }: DraftBarProps) {
  const t = useT();
  const { drafts, deploy, message, busy } = useDrafts(domain.id, lists);
  const [review, setReview] = useState<'closed' | 'open' | 'leaving'>('closed');
  return (
    <>
      {drafts.length > 0 && (
        <ActionBar label={t('draft:bar.label')}>
          <div className="me-auto min-w-0 max-sm:basis-full">
            <p className="font-semibold" role="status">
              {t('draft:bar.title', counted(drafts.length, currentLocale()))}
            </p>
            {message && (
              <p role="alert" className="text-help text-danger">
                {message}
              </p>
            )}
          </div>
          <Button className="max-sm:flex-1" onClick={() => setReview('open')}>
            {t('draft:bar.review')}
          </Button>
          <Button
            className="max-sm:flex-1"
            kind="primary"
            icon={Rocket}
            busy={busy}
            busyLabel={t('draft:bar.busy')}
            onClick={() => void deploy()}
          >
            {t('draft:bar.deploy')}
          </Button>
        </ActionBar>
      )}
      {review !== 'closed' && (
        <Suspense>
          <DraftReview
            open={review === 'open'}
            domainName={domain.name}
            drafts={drafts}
            busy={busy}
            message={message}
            onClose={() => setReview('leaving')}
            onDeploy={async () => {
              if (await deploy()) setReview('leaving');
            }}
          />
        </Suspense>
      )}
    </>
  );
}
