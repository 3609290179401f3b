import type { ComponentType } from 'react';
import { useOverlay } from './overlay.ts';

/** A lazily loaded overlay component, rendered while it is open. The page's own script contains only this. */
export function onDemand<P extends { open: boolean }>(pick: (parts: NonNullable<ReturnType<typeof useOverlay>>) => ComponentType<P>) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component at module level
  return function OnDemand(props: P) {
    const parts = useOverlay(props.open);
    if (!parts || !props.open) return null;
    const Part = pick(parts);
    return <Part {...props} />;
  };
}
