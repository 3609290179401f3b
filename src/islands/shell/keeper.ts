import { keepBalance } from './keep-balance.ts';
import { keepDomains } from './keep-domains.ts';
import { keepLive } from './keep-live.ts';
import { keepNews } from './keep-news.ts';
import { keepPlace } from './keep-place.ts';
import { keepPreferences } from './keep-preferences.ts';
import { keepSession } from './keep-session.ts';
import { keepShell } from './keep-shell.ts';

let stop: (() => void) | null = null;

/**
 * Keeps the stores of this window true: who is signed in, the balance, the domains, the place, language and theme. Every island of
 * the shell starts it; the first one does.
 */
export function startKeeper(): void {
  if (stop) return;
  // The place is known first, the session before what needs one.
  const stops = [keepPlace(), keepPreferences(), keepSession(), keepDomains(), keepBalance(), keepNews(), keepLive(), keepShell()];
  stop = () => {
    for (const each of stops) each();
  };
}

/** For tests: as if the window were closed. */
export function stopKeeper(): void {
  stop?.();
  stop = null;
}
