import { useT } from '../../../../lib/i18n/react.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { usePortsOnly } from './usePortsOnly.ts';

/** Lists the rules of firewall groups that have no effect on this installation. */
export function PortsNote() {
  const t = useT();
  return usePortsOnly() ? (
    <Banner tone="warning" className="mb-[18px]">
      {t('serverFirewall:portsOnly')}
    </Banner>
  ) : null;
}
