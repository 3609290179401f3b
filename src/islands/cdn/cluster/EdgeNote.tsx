import { useRead } from '../../../browser/api/query.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Explains that no load is balanced while no edge is connected. */
export function EdgeNote() {
  const t = useT();
  const { data } = useRead(provider.capabilities, {});
  return data?.capabilities.edge === 'none' ? (
    <Banner tone="info" className="mb-[18px]">
      {t('cluster:noEdge')}
    </Banner>
  ) : null;
}
