import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';
import { valueText } from './data.ts';
import { type RecordValues, recordDraft } from './dnsForm.ts';
import { ttlText } from './ttlText.ts';

interface ConflictProps {
  mine: RecordValues;
  /** The current record. */
  theirs: DnsRecord;
  busy: boolean;
  onRetain: () => void;
  onAdopt: () => void;
}

/** Someone else saved this record in the meantime: shows what differs and lets the customer choose. */
export function Conflict({ mine, theirs, busy, onRetain, onAdopt }: ConflictProps) {
  const t = useT();
  const own = recordDraft(mine);
  const tagText = (tags: readonly string[] = []) => tags.join(', ');
  const proxyText = (on: boolean | undefined) => (on ? t('dns:proxy.on') : t('dns:proxy.off'));
  return (
    <ConflictBanner
      title={t('dns:conflict.title')}
      rows={[
        { label: t('dns:column.type'), mine: own.type, theirs: theirs.type },
        { label: t('dns:column.name'), mine: own.name, theirs: theirs.name },
        { label: t('dns:column.content'), mine: valueText(own), theirs: valueText(theirs) },
        { label: t('dns:column.ttl'), mine: ttlText(own.ttl), theirs: ttlText(theirs.ttl) },
        { label: t('dns:column.proxy'), mine: proxyText(own.proxy), theirs: proxyText(theirs.proxy) },
        { label: t('dns:field.comment'), mine: own.comment ?? '', theirs: theirs.comment ?? '' },
        { label: t('dns:field.tags'), mine: tagText(own.tags), theirs: tagText(theirs.tags) },
      ]}
      busy={busy}
      retainLabel={t('common:conflict.keep')}
      onRetain={onRetain}
      onAdopt={onAdopt}
    />
  );
}
