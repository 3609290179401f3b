import { ArrowLeftRight } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { ClientCertificateRow } from './ClientCertificateRow.tsx';
import { OriginCheckRow } from './OriginCheckRow.tsx';
import type { HttpsAnswer, Saving } from './useHttps.ts';

const protocols = ['auto', 'http', 'https'] as const;

interface BackendCardProps {
  domainId: string;
  saving: Saving;
  certificate: HttpsAnswer['clientCertificate'];
}

/** The connection from the edge to the origin. */
export function BackendCard({ domainId, saving, certificate }: BackendCardProps) {
  const t = useT();
  const { https, chooseBackend } = saving;
  return (
    <SettingCard title={t('https:backend.title')}>
      <SettingRow
        icon={ArrowLeftRight}
        title={t('https:backend.name')}
        description={t(`https:backend.${https.backendProtocol}Text`)}
        control={
          <Segmented
            changes
            label={t('https:backend.name')}
            value={https.backendProtocol}
            onChange={(protocol) => void chooseBackend(protocol)}
            segments={protocols.map((value) => ({ value, label: t(`https:backend.${value}`) }))}
          />
        }
      />
      <OriginCheckRow domainId={domainId} https={https} />
      <ClientCertificateRow domainId={domainId} certificate={certificate} />
    </SettingCard>
  );
}
