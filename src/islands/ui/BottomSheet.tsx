import type { ReactNode } from 'react';
import { onDemand } from './onDemand.tsx';

export interface BottomSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  children: ReactNode;
}

/** Slides in from the bottom. Long content opens at 55% of the height and expands to 88% when it is pulled up or scrolled. */
export const BottomSheet = onDemand<BottomSheetProps>((parts) => parts.BottomSheet);
