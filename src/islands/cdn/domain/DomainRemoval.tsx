import { Trash2 } from 'lucide-react';
import { useHashAction } from '../../../browser/address.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isUnfinished } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirmRemove } from './remove.ts';

/** Removal of a domain: the last card of its settings. */
export default function DomainRemoval({ domainName }: { domainName: string }) {
  const { domain } = useDomainByName(domainName);
  return domain ? <Removal domain={domain} /> : null;
}

function Removal({ domain }: { domain: Domain }) {
  const t = useT();
  const remove = () => confirmRemove(domain, { unfinished: isUnfinished(domain), onRemoved: () => navigate.to(href('domains')) });
  useHashAction('remove', remove);
  return (
    <Card title={t('overview:settings.remove.title')}>
      <p className="text-ui">{t('overview:settings.remove.text')}</p>
      <Button changes="orders" kind="soft-danger" icon={Trash2} className="mt-3.5" onClick={remove}>
        {t('overview:settings.remove.action')}
      </Button>
    </Card>
  );
}
