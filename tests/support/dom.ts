// Runs before every test file of islands; what applies once per document is in `layout.ts`.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { navigate } from '../../src/browser/navigate.ts';
import { closeAllDialogs } from '../../src/browser/stores/dialogs.ts';
import { stopSync } from '../../src/islands/shell/sync/index.ts';
import { loadOverlay } from '../../src/islands/ui/overlay.ts';
import { forgetMedia } from '../../src/islands/ui/useCompact.ts';
import './layout.ts';

// A page loads it on the first pointer movement or key.
await loadOverlay();

// jsdom can't draw.
vi.mock('../../src/islands/ui/chart/Canvas.tsx', () => ({ default: () => null }));

const { fetch } = globalThis;
beforeEach(() => {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // A test that blocks storage.
  }
  // jsdom can't load another document.
  vi.spyOn(navigate, 'leave').mockImplementation(() => {});
});
afterEach(() => {
  closeAllDialogs();
  cleanup();
  stopSync();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  forgetMedia();
  globalThis.fetch = fetch;
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
