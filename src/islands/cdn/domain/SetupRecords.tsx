import { ArrowRight } from 'lucide-react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Scan } from './Scan.tsx';
import { SetupStep, StopAdding } from './SetupStep.tsx';

export type Source = 'scan' | 'file';

/** Second step: existing records, found by a scan or read from a zone file; the file's part is a separate island below. */
export default function SetupRecords({ domainName, from }: { domainName: string; from: Source }) {
  const t = useT();
  const here = href('setupRecords', { domain: domainName });
  return (
    <SetupStep
      domainName={domainName}
      title={rich(t, 'setup:records.title', { name: <DomainText>{domainName}</DomainText> })}
      lead={() => t('setup:records.lead')}
      current={() => 1}
      wide
    >
      {(domain) => (
        <div className="grid gap-4">
          <div className="flex">
            <Segmented
              label={t('setup:records.from')}
              value={from}
              segments={[
                { value: 'scan', label: t('setup:records.scan'), href: here },
                { value: 'file', label: t('setup:records.file'), href: `${here}?from=file` },
              ]}
            />
          </div>
          {from === 'scan' ? <Scan domain={domain} /> : <FromFile domain={domain} />}
        </div>
      )}
    </SetupStep>
  );
}

function FromFile({ domain }: { domain: Domain }) {
  const t = useT();
  return (
    <Card
      className="shadow-2"
      footer={
        <>
          <StopAdding domain={domain} />
          {/* The import below has the primary button, so this one says that it continues without it. */}
          <LinkButton
            kind={domain.records > 0 ? 'secondary' : 'ghost'}
            className="ms-auto"
            trailing={ArrowRight}
            href={href('setupServers', { domain: domain.name })}
          >
            {domain.records > 0 ? t('setup:continueWith', counted(domain.records, currentLocale())) : t('setup:records.without')}
          </LinkButton>
        </>
      }
    >
      <p>
        {t('setup:records.fileText')} {t('setup:records.has', counted(domain.records, currentLocale()))}
      </p>
    </Card>
  );
}
