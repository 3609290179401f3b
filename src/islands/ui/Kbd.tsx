import type { ReactNode } from 'react';

/** A key. Always left to right, so that ⌘K never turns round. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="kbd" dir="ltr">
      {children}
    </kbd>
  );
}
