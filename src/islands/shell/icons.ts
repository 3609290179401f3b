import { FileText, Globe, House, Plus, Waypoints } from 'lucide-react';
import type { Route } from '../../lib/routes.ts';
import type { Icon } from '../ui/icon.ts';

/** The pictures of the routes' icon names. */
export const routeIcons: Record<Route['icon'], Icon> = { home: House, globe: Globe, dns: Waypoints, plus: Plus, file: FileText };
