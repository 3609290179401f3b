import { Download, FileText } from 'lucide-react';
import { callUrl } from '../../../browser/api/url.ts';
import type { StoredFile } from '../../../lib/contract/core/upload.ts';
import type { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';

interface AttachmentsProps {
  files: readonly StoredFile[];
  /** The download; that of the customer unless given. */
  call?: typeof operatorTicket.attachment;
}

/** The files of a message. Each is saved, never shown here: whatever it contains can't run in the panel. */
export function Attachments({ files, call }: AttachmentsProps) {
  const t = useT();
  return (
    <ul className="grid gap-2 sm:grid-cols-2" aria-label={t('ticket:files.label')}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <a
            className="flex min-w-0 items-center gap-2.5 rounded-lg border border-border px-3 py-2.5 text-ui hover:bg-hover"
            href={callUrl(call ?? ticket.attachment, { fileId: id })}
            download={name}
          >
            <FileText aria-hidden className="size-4 flex-none text-text-3" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate text-text">{name}</bdi>
            </span>
            <span className="num flex-none text-caption text-text-3">{formatBytes(size, currentLocale())}</span>
            <Download aria-hidden className="size-4 flex-none text-text-3" />
            <span className="sr-only">{t('ticket:files.save')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
