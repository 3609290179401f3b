import { useRead } from '../../lib/api/query.ts';
import { provider } from '../../lib/contract/provider.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from '../ui/Banner.tsx';

/** Says that nothing is balanced while no edge is connected (design.md section 3, "No edge yet"). */
export function EdgeNote() {
  const t = useT();
  const { data } = useRead(provider.capabilities, {});
  return data?.capabilities.edge === 'none' ? (
    <Banner tone="info" className="mb-[18px]">
      {t('cluster:noEdge')}
    </Banner>
  ) : null;
}
