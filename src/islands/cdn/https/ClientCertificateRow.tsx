import { IdCard } from 'lucide-react';
import { lazy } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { https as calls } from '../../../lib/contract/cdn/https.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import type { HttpsAnswer } from './useHttps.ts';

const ClientCertificateForm = lazy(async () => ({ default: (await import('./ClientCertificateForm.tsx')).ClientCertificateForm }));

interface ClientCertificateRowProps {
  domainId: string;
  certificate: HttpsAnswer['clientCertificate'];
}

/** The certificate that the edge identifies itself to the origin with (mutual TLS). */
export function ClientCertificateRow({ domainId, certificate }: ClientCertificateRowProps) {
  const t = useT();
  const remove = useWrite(calls.deleteClientCertificate);
  const { add, dialog } = useEditDialog<{ id: string }>({
    addTitle: t('https:client.name'),
    editTitle: t('https:client.name'),
    form: (_, callbacks) => <ClientCertificateForm domainId={domainId} {...callbacks} />,
  });
  const confirmRemoval = () =>
    openDialog({
      kind: 'confirm',
      title: t('https:client.removeTitle'),
      description: t('https:client.removeText'),
      action: t('https:client.remove'),
      run: () => remove.mutateAsync({ domainId }),
    });
  return (
    <SettingRow
      icon={IdCard}
      title={t('https:client.name')}
      description={t('https:client.text')}
      on={certificate !== null}
      control={
        <Button size="sm" onClick={add}>
          {t(certificate ? 'https:client.replace' : 'https:client.add')}
        </Button>
      }
    >
      {certificate && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-help text-text-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{certificate.subject}</bdi> · {t('https:client.until', { date: formatDate(certificate.expireDate, currentLocale()) })}
            <br />
            <code dir="ltr">SHA-256 {certificate.fingerprint}</code>
          </span>
          <Button changes size="sm" kind="ghost" onClick={confirmRemoval}>
            {t('https:client.remove')}
          </Button>
        </div>
      )}
      {dialog}
    </SettingRow>
  );
}
