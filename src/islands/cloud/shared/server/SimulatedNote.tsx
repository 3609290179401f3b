import { useRead } from '../../../../browser/api/query.ts';
import { provider } from '../../../../lib/contract/core/provider.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Banner } from '../../../ui/Banner.tsx';

/** Explains that servers are simulated when no hosts are connected. */
export function SimulatedNote() {
  const t = useT();
  const compute = useRead(provider.capabilities, {}).data?.capabilities.compute;
  if (compute === undefined || compute === 'connected') return null;
  return (
    <Banner tone="info" className="mb-[18px]">
      {t(compute === 'simulated' ? 'server:simulated' : 'server:noCompute')}
    </Banner>
  );
}
