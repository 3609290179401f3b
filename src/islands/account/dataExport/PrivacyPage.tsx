import type { ReactNode } from 'react';
import { useRead } from '../../../lib/api/query.ts';
import { dataExport } from '../../../lib/contract/account/dataExport.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { stateOf } from '../shared/stateOf.ts';
import { ExportCard } from './ExportCard.tsx';

/** Privacy and data. @param children the cards of other features */
export default function PrivacyPage({ children }: { children?: ReactNode }) {
  const t = useT();
  const read = useRead(dataExport.list, {});
  return (
    <AccountPage
      route="privacy"
      title={t('dataExport:title')}
      lead={t('dataExport:lead')}
      data={stateOf(read)}
      loadFailed={t('dataExport:loadFailed')}
    >
      {({ exports }) => (
        <div className="grid gap-[18px]">
          <ExportCard exports={exports} />
          {children}
        </div>
      )}
    </AccountPage>
  );
}
