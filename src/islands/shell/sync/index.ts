import { syncBalance } from './balance.ts';
import { syncDomains } from './domains.ts';
import { syncFocus } from './focus.ts';
import { syncLive } from './live.ts';
import { syncLocation } from './location.ts';
import { syncNews } from './news.ts';
import { syncPreferences } from './preferences.ts';
import { syncRole } from './role.ts';
import { syncSession } from './session.ts';
import { syncShellState } from './shellState.ts';

let stop: (() => void) | null = null;

/**
 * Keeps the stores of this window up to date: session, balance, domains, location, language and theme, and the focus on the page. Every island of the shell
 * calls it; only the first call starts it.
 */
export function startSync(): void {
  if (stop) return;
  // The location comes first, and the session before what needs it.
  const stops = [
    syncLocation(),
    syncFocus(),
    syncPreferences(),
    syncSession(),
    syncRole(),
    syncDomains(),
    syncBalance(),
    syncNews(),
    syncLive(),
    syncShellState(),
  ];
  stop = () => {
    for (const each of stops) each();
  };
}

/** As if the window were closed. @internal only for tests */
export function stopSync(): void {
  stop?.();
  stop = null;
}
