import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Icon, Tone } from './icon.ts';

/** Icon and colour of each type of notification. */
export const noticeLooks: Record<'error' | 'message' | 'success' | 'warning', { Sign: Icon; tone: Tone }> = {
  error: { Sign: CircleAlert, tone: 'danger' },
  message: { Sign: Info, tone: 'info' },
  success: { Sign: CircleCheck, tone: 'success' },
  warning: { Sign: TriangleAlert, tone: 'warning' },
};
