import type { ReactNode } from 'react';

/** A key. Always left to right, so that ⌘K is never reversed. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="kbd" dir="ltr">
      {children}
    </kbd>
  );
}
