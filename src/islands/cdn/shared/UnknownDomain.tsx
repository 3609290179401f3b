import { Globe } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Replaces a domain screen when the address has an unknown domain. */
export function UnknownDomain({ name, icon = Globe }: { name: string; icon?: Icon }) {
  const t = useT();
  return (
    <Card>
      <EmptyState
        icon={icon}
        heading="h2"
        title={rich(t, 'domain:unknown.title', { name: <DomainText>{name}</DomainText> })}
        description={t('domain:unknown.text')}
        action={
          <LinkButton kind="primary" href={href('domains')}>
            {t('domain:unknown.action')}
          </LinkButton>
        }
      />
    </Card>
  );
}
