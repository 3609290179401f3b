import type { ComponentType } from 'react';

/** An icon component, as lucide-react exports them (`icon={Plus}`). Parts set its size and hide it from screen readers. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
export type Tone = 'brand' | 'success' | 'warning' | 'danger' | 'info' | 'neutral';
