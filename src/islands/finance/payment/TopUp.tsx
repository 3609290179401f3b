import { Repeat } from 'lucide-react';
import { readAddress } from '../../../browser/address.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { NoGateway } from '../shared/NoGateway.tsx';
import { TopUpFields } from '../shared/TopUpFields.tsx';
import { TopUpSum } from '../shared/TopUpSum.tsx';
import { useTopUp } from '../shared/useTopUp.ts';

/** Adds credit to the wallet. `again` is a payment that wasn’t paid: its amount, gateway and gift code are filled in. */
export default function TopUp() {
  const t = useT();
  const locale = currentLocale();
  const { returnTo, saveCard, again } = readAddress(location.search, { returnTo: '', saveCard: '', again: '' });
  const topUp = useTopUp({
    returnTo: /^\/(?![/\\])/.test(returnTo) ? returnTo : undefined,
    wantsSaving: saveCard === '1',
    againId: /^[\w-]{1,64}$/.test(again) ? again : undefined,
  });
  const isReady = topUp.reading === null && topUp.gateways.length > 0;
  return (
    <>
      <PageHeader
        title={t('payment:title')}
        description={t('payment:lead')}
        breadcrumb={[{ label: t('shell:route.wallet'), href: href('wallet') }]}
        docs={{ href: guidePath('topUp', locale), label: t('common:help') }}
        actions={
          <LinkButton icon={Repeat} href={href('autoTopUp')}>
            {t('shell:route.autoTopUp')}
          </LinkButton>
        }
      />
      <div className="dashboard-columns">
        <div className="grid gap-[18px]">
          {topUp.gateways.some(({ simulated }) => simulated) && <Banner tone="info">{t('payment:sandboxNote')}</Banner>}
          <Card>{isReady ? <TopUpFields topUp={topUp} /> : <NoGateway topUp={topUp} />}</Card>
        </div>
        <div className="grid gap-[18px]">
          {isReady && (
            <Card title={t('payment:sum.title')}>
              <TopUpSum topUp={topUp} />
            </Card>
          )}
          <Card title={t('payment:help.title')}>
            <ol className="grid list-decimal gap-2 ps-5 text-ui">
              <li>{t('payment:help.one')}</li>
              <li>{t('payment:help.two')}</li>
              <li>{t('payment:help.three')}</li>
            </ol>
          </Card>
        </div>
      </div>
    </>
  );
}
