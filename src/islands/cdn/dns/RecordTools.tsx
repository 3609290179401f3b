import { ChevronDown, ClipboardPaste, FileUp, Mail } from 'lucide-react';
import { useLater } from '../../../browser/later.ts';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';

const loadPaste = () => import('./PasteRecords.tsx');
const loadMail = () => import('./MailSetup.tsx');

/** A dialog over the list. `text`: multi-line text pasted into the form. */
export type Tool = { kind: 'paste'; text?: string } | { kind: 'mail' };

/** Other ways to add records than the form. */
export function AddMenu({ zone, onTool }: { zone: string; onTool: (tool: Tool) => void }) {
  const t = useT();
  return (
    <Menu
      label={t('dns:addMore')}
      closeLabel={t('common:close')}
      trigger={(trigger) => <IconButton icon={ChevronDown} kind="ring" label={t('dns:addMore')} {...trigger} />}
      items={[
        {
          key: 'paste',
          label: t('dns:paste.title'),
          description: t('dns:paste.hint'),
          icon: ClipboardPaste,
          onSelect: () => onTool({ kind: 'paste' }),
        },
        {
          key: 'mail',
          label: t('dns:mailSetup'),
          description: t('dns:mailSetupHint'),
          icon: Mail,
          onSelect: () => onTool({ kind: 'mail' }),
        },
        { key: 'import', label: t('dns:importZone'), icon: FileUp, group: true, href: href('zoneFile', { domain: zone }) },
      ]}
    />
  );
}

interface RecordToolsProps {
  tool: Tool | null;
  domain: Domain;
  records: readonly DnsRecord[];
  onClose: () => void;
}

/** The open dialog, loaded on demand. */
export function RecordTools({ tool, domain, records, onClose }: RecordToolsProps) {
  const paste = useLater(loadPaste, tool?.kind === 'paste', onClose, false);
  const mail = useLater(loadMail, tool?.kind === 'mail', onClose, false);
  const shared = { domain, records, open: true, onClose };
  if (tool?.kind === 'paste' && paste) return <paste.default {...shared} {...(tool.text !== undefined && { first: tool.text })} />;
  if (tool?.kind === 'mail' && mail) return <mail.default {...shared} />;
  return null;
}
