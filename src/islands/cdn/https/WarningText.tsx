import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning below a setting: the setting is allowed, and this is its consequence. */
export const WarningText = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 flex gap-2 text-help text-text-2">
    <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none text-warning" />
    <span>{children}</span>
  </p>
);
