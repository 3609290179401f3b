import type { ReactNode } from 'react';
import { onDemand } from './onDemand.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Name for screen readers. */
  label: string;
  closeLabel: string;
  /** Next to the close button, for example the logo. */
  head?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** Slides in from inline-start over the whole height: the menu on small screens. */
export const Drawer = onDemand<DrawerProps>((parts) => parts.Drawer);
