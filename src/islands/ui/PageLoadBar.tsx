import { useEffect, useState } from 'react';

/** The 3 px line at the top while a page loads. Starts when `active` turns true; ends by filling up and fading. */
export function PageLoadBar({ active }: { active: boolean }) {
  const [done, setDone] = useState(false);
  const [was, setWas] = useState(active);
  if (was !== active) {
    setWas(active);
    setDone(!active);
  }
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 300);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div className="load-bar" data-on={active || undefined} data-done={done || undefined} aria-hidden>
      <span />
    </div>
  );
}
