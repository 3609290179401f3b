import type { Event } from '../../../lib/contract/cdn/event.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { AllowRequest } from '../shared/AllowRequest.tsx';

interface OwnerActionsProps {
  domain: { id: string; name: string };
  event: Pick<Event, 'requestId' | 'allowance'>;
}

/** What the owner of a site can do about a stopped request: let such requests through, or see the event. */
export default function OwnerActions({ domain, event: { requestId, allowance } }: OwnerActionsProps) {
  const t = useT();
  return (
    <div className="grid justify-items-start gap-4">
      {allowance && <AllowRequest isMain domainId={domain.id} allowance={allowance} />}
      <LinkButton size="sm" href={`${href('events', { domain: domain.name })}?request=${encodeURIComponent(requestId)}`}>
        {t('why:owner.event')}
      </LinkButton>
    </div>
  );
}
