import { Globe } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { Card } from './Card.tsx';
import { DomainText } from './DomainText.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { Icon } from './icon.ts';
import { LinkButton } from './LinkButton.tsx';

/** Stands in for every screen of a domain when the address names one that the account does not have. */
export function UnknownDomain({ name, listHref, icon = Globe }: { name: string; listHref: string; icon?: Icon }) {
  const t = useT();
  return (
    <Card>
      <EmptyState
        icon={icon}
        heading="h2"
        title={rich(t, 'domain:unknown.title', { name: <DomainText>{name}</DomainText> })}
        description={t('domain:unknown.text')}
        action={
          <LinkButton kind="primary" href={listHref}>
            {t('domain:unknown.action')}
          </LinkButton>
        }
      />
    </Card>
  );
}
