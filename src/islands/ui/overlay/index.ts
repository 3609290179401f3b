/** All overlays, as one script (../overlay.ts). */
export { BottomSheet } from './BottomSheet.tsx';
export { Combobox } from './Combobox.tsx';
export { Dialog } from './Dialog.tsx';
export { Drawer } from './Drawer.tsx';
export { MenuPanel } from './MenuPanel.tsx';
export { PopoverPanel } from './PopoverPanel.tsx';
export { SearchList } from './SearchList.tsx';
export { SelectPanel } from './SelectPanel.tsx';
