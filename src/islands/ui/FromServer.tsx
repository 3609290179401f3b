import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react';
import { applyDeviceZone } from '../../lib/format/region.ts';

/**
 * Around a page's island that the server renders. Its dates are in the zone that the device had when it last opened the panel; if that
 * is another one now, or on the first visit, the island is rendered again at once after hydration.
 */
export function FromServer({ children }: { children: ReactNode }) {
  const [round, setRound] = useState(0);
  useLayoutEffect(() => {
    if (applyDeviceZone()) setRound(1);
  }, []);
  return <Fragment key={round}>{children}</Fragment>;
}
