import { onDemand } from './onDemand.tsx';
import type { BottomSheetProps } from './overlay/BottomSheet.tsx';

/** Slides in from the bottom. Long content opens at 55% of the height and expands to 88% when it is pulled up or scrolled. */
export const BottomSheet = onDemand<BottomSheetProps>((parts) => parts.BottomSheet);
