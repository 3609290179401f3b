import { useEffect } from 'react';

let bars = 0;
const show = () => document.documentElement.style.setProperty('--toast-lift', bars > 0 ? '72px' : '0px');

/** Moves messages above the bar that uses it while it is shown; otherwise they would cover it. */
export function useToastLift(isShown = true): void {
  useEffect(() => {
    if (!isShown) return;
    bars += 1;
    show();
    return () => {
      bars -= 1;
      show();
    };
  }, [isShown]);
}
