import { afterEach, describe, expect, it, vi } from 'vitest';

/** Loads fresh modules, like a page load. */
async function load() {
  vi.resetModules();
  const [{ onStorageFailure }, session, preferences] = await Promise.all([
    import('./storage.ts'),
    import('./session.ts'),
    import('./preferences.ts'),
  ]);
  const failed = vi.fn();
  onStorageFailure(failed);
  return { failed, ...session, ...preferences, onStorageFailure };
}
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('when the device can’t store anything', () => {
  it('full: the page works with the values of this visit, and reports it once', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { failed, $session, $theme } = await load();
    $session.set({ userId: 'u', expiresAt: 'later' });
    $theme.set('dark');
    expect($session.get()).toEqual({ userId: 'u', expiresAt: 'later' });
    expect($theme.get()).toBe('dark');
    expect(failed).toHaveBeenCalledOnce();
  });

  it('blocked: nothing throws', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const { failed, $theme, $session } = await load();
    $theme.set('light');
    $session.set({ userId: 'u', expiresAt: 'later' });
    $session.set(null);
    expect($theme.get()).toBe('light');
    expect($session.get()).toBeNull();
    expect(failed).toHaveBeenCalledOnce();
  });

  it('a failure before there is a listener is reported to the first one', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { $theme, onStorageFailure } = await load();
    $theme.set('dark');
    const late = vi.fn();
    onStorageFailure(late);
    expect(late).toHaveBeenCalledOnce();
  });

  it('writes again as soon as there is space', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { $theme } = await load();
    $theme.set('dark');
    full.mockRestore();
    $theme.set('light');
    expect(localStorage.getItem('nasim:theme')).toBe('light');
  });

  it('values of another version are ignored', async () => {
    localStorage.setItem('nasim:session', '{broken');
    localStorage.setItem('nasim:theme', 'purple');
    const { $session, $theme } = await load();
    expect($session.get()).toBeNull();
    expect($theme.get()).toBe('system');
  });
});
