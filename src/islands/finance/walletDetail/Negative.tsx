import type { Output } from '../../../lib/contract/call.ts';
import type { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';

interface NegativeProps {
  wallet: Output<typeof walletDetail.get>['wallet'];
  /** The time is over. */
  onOver: () => void;
}

/** A negative balance: how long services keep running, and which. */
export function Negative({ wallet: { disableAt, atRisk }, onOver }: NegativeProps) {
  const t = useT();
  const isOver = disableAt === null || Date.parse(disableAt) <= Date.now();
  return (
    <div className="mb-[18px] grid gap-[18px]">
      <Banner tone="danger">
        {isOver ? (
          t('walletDetail:negative.over')
        ) : (
          <Countdown until={disableAt} label={t('walletDetail:negative.clock')} onEnd={onOver}>
            {(time) => rich(t, 'walletDetail:negative.until', { time })}
          </Countdown>
        )}
      </Banner>
      {atRisk.length > 0 && (
        <Card title={t('walletDetail:negative.list')}>
          <ul className="grid gap-1.5 text-ui sm:grid-cols-2">
            {atRisk.map(({ service, name }) => (
              <li key={`${service} ${name}`} className="flex items-baseline gap-2">
                <bdi className="font-medium text-text">{name}</bdi>
                <span className="text-caption text-text-3">{t(`walletDetail:service.${service}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
