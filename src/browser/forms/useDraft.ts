import { useEffect, useRef, useState } from 'react';
import { $session, whenLoggedOut } from '../stores/session.ts';

const PREFIX = 'nasim:draft:';
const SAVE_MS = 300;
/** Drafts older than this are deleted. */
const RETENTION_MS = 30 * 86_400_000;

const draftKey = (name: string) => `${PREFIX}${$session.get()?.userId ?? ''}:${name}`;

/** Storage can be full or blocked; the form works without it. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function read<T>(key: string): T | null {
  return attempt(() => {
    const text = localStorage.getItem(key);
    if (text === null) return null;
    const { at, value } = JSON.parse(text) as { at: number; value: T }; // written below
    return Date.now() - at < RETENTION_MS ? value : null;
  });
}

// Drafts must not be visible to the next user of the device.
whenLoggedOut(() => {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
});

export interface Draft<T> {
  /** The saved draft; null: none. Constant during the lifetime of the form. */
  saved: T | null;
  /** Saves the value on this device, shortly after the last change. Null saves nothing. */
  save(value: T | null): void;
  /** Deletes the draft after it was sent. */
  forget(): void;
}

/**
 * Saves unsent text on this device, by account, so that it survives a crash, a closed tab or the end of a session. Signing out deletes it.
 * @param name the name of the form, such as `ticket`
 */
export function useDraft<T>(name: string): Draft<T> {
  const [key] = useState(() => draftKey(name));
  const [saved] = useState(() => read<T>(key));
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);

  const stop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  const flush = useRef(() => {
    waiting.current?.write();
  });
  useEffect(() => {
    const write = flush.current;
    // Timers don't run after the page is closed.
    window.addEventListener('pagehide', write);
    return () => {
      write();
      window.removeEventListener('pagehide', write);
    };
  }, []);

  return {
    saved,
    save(value) {
      stop();
      const write = () => {
        stop();
        attempt(() => {
          if (value === null) localStorage.removeItem(key);
          else localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
        });
      };
      waiting.current = { timer: setTimeout(write, SAVE_MS), write };
    },
    forget() {
      stop();
      attempt(() => localStorage.removeItem(key));
    },
  };
}
