/** The islands of the shell, as one script: every page of the panel has them all. */
export { default as Header } from './Header.tsx';
export { default as Overlays } from './Overlays.tsx';
export { default as Sidebar } from './Sidebar.tsx';
export { default as TabBar } from './TabBar.tsx';
