import type { ComponentType } from 'react';

/** An icon component, as exported by lucide-react (`icon={Plus}`). The kit sets its size and hides it from screen readers. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
export type Tone = 'brand' | 'success' | 'warning' | 'danger' | 'info' | 'neutral';
