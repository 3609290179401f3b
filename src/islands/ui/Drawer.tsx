import { onDemand } from './onDemand.tsx';
import type { DrawerProps } from './overlay/Drawer.tsx';

/** Slides in from inline-start over the whole height: the menu on small screens. */
export const Drawer = onDemand<DrawerProps>((parts) => parts.Drawer);
