import { useAddress } from '../../../browser/address.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { SimulatedNote } from '../shared/server/SimulatedNote.tsx';
import { useMeasured } from '../shared/server/useMeasured.ts';
import { AlarmList } from './AlarmList.tsx';
import { UsageList } from './UsageList.tsx';

const tabs = ['servers', 'alarms'] as const;
const address = { tab: 'servers' };

/** The usage of all servers, and the alarms of the account. */
export default function Monitoring() {
  const t = useT();
  const isMeasured = useMeasured();
  const [{ tab: requested }, setAddress] = useAddress(address);
  const tab = tabs.find((one) => one === requested) ?? 'servers';
  return (
    <>
      <PageHeader
        title={t('alarm:title')}
        description={t('alarm:lead')}
        docs={{ href: guidePath('monitoring', currentLocale()), label: t('common:help') }}
      />
      <SimulatedNote />
      {!isMeasured && (
        <Banner tone="info" className="mb-[18px]">
          {t('alarm:error.noMetrics')}
        </Banner>
      )}
      <div className="mb-5">
        <Tabs
          label={t('alarm:tab.label')}
          value={tab}
          onChange={(next) => setAddress({ tab: next })}
          panel="monitoring-panel"
          tabs={tabs.map((value) => ({ value, label: t(`alarm:tab.${value}`) }))}
        />
      </div>
      <div id="monitoring-panel" role="tabpanel" aria-label={t(`alarm:tab.${tab}`)}>
        {tab === 'servers' ? <UsageList /> : <AlarmList />}
      </div>
    </>
  );
}
