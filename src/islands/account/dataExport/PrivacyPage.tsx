import type { ReactNode } from 'react';
import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { dataExport } from '../../../lib/contract/account/dataExport.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { toDataState } from '../shared/dataState.ts';
import { ExportCard } from './ExportCard.tsx';

/** Privacy and data. What only the holder of an account can do is missing in somebody else's. @param children the cards of other features */
export default function PrivacyPage({ children }: { children?: ReactNode }) {
  const t = useT();
  const isOwn = useMay()('own');
  const read = useRead(dataExport.list, {}, { enabled: isOwn });
  return (
    <AccountPage<Output<typeof dataExport.list> | null>
      route="privacy"
      title={t('dataExport:title')}
      lead={t('dataExport:lead')}
      data={isOwn ? toDataState(read) : { state: 'data', data: null }}
      loadFailed={t('dataExport:loadFailed')}
    >
      {(data) => (
        <div className="grid gap-[18px]">
          {data ? <ExportCard exports={data.exports} /> : <Banner tone="neutral">{t('dataExport:ownOnly')}</Banner>}
          {children}
        </div>
      )}
    </AccountPage>
  );
}
