import { useT } from '../../../lib/i18n/react.tsx';
import { claimMark, useHas } from '../shared/engines.ts';

/** What the CDN does for a proxied record, and which address its name has. */
export function ProxyEffect() {
  const t = useT();
  const isHidden = useHas('edgeAddresses');
  return <span {...claimMark('edgeAddresses', isHidden)}>{t(isHidden ? 'dns:proxy.onHelp' : 'dns:proxy.onHelpOrigin')}</span>;
}
