/** The event that `<ClientRouter />` dispatches before it fetches the next page (astro/dist/transitions/events.d.ts). */
export interface BeforePreparation extends Event {
  from: URL;
  to: URL;
  navigationType: 'push' | 'replace' | 'traverse';
  signal: AbortSignal;
  formData?: FormData | undefined;
  newDocument: Document;
  loader: () => Promise<void>;
}

/** Ways of leaving a page. An object, so that tests can replace them. */
export const navigate = {
  /** Like a click on a link: inside the panel the router handles it, and guards of unsaved input can ask. */
  to(path: string): void {
    const link = document.createElement('a');
    link.href = path;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  },
  /** Loads a new document without keeping anything of this page. */
  leave(path: string): void {
    location.assign(path);
  },
  reload(): void {
    location.reload();
  },
};

/** Whether a guard has unsaved input: dispatches the event for closing a tab, without the browser's dialog. */
export const hasUnsavedInput = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
