/** The islands of the shell, as one script: every page of the panel uses all of them. */
export { default as DomainModes } from './DomainModes.tsx';
export { default as Header } from './Header.tsx';
export { Messages, Overlays } from './Overlays.tsx';
export { default as Sidebar } from './Sidebar.tsx';
export { default as TabBar } from './TabBar.tsx';
