import { defineRoutes } from './route.ts';

export const coreRoutes = defineRoutes('core', {
  dashboard: { path: '/dashboard', title: 'shell:route.dashboard', menu: 'top', icon: 'home', keys: 'g h', docs: 'getting-started' },
  notifications: { path: '/notifications', title: 'shell:route.notifications', menu: null, icon: 'bell', docs: 'notifications' },
});
