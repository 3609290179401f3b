/** What `<ClientRouter />` sends before it fetches the next page (astro/dist/transitions/events.d.ts). */
export interface BeforePreparation extends Event {
  from: URL;
  to: URL;
  navigationType: 'push' | 'replace' | 'traverse';
  signal: AbortSignal;
  formData?: FormData | undefined;
  newDocument: Document;
  loader: () => Promise<void>;
}

/** Ways of leaving a page. An object, so that tests can stand in for the browser. */
export const navigate = {
  /** As a click on a link: inside of the panel the router takes it, and guards of unsaved input are asked. */
  to(path: string): void {
    const link = document.createElement('a');
    link.href = path;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  },
  /** Loads a new document: nothing of this page is kept. */
  leave(path: string): void {
    location.assign(path);
  },
  reload(): void {
    location.reload();
  },
};

/** Whether a guard holds unsaved input: asks as the browser does before a tab is closed, without its dialog. */
export const hasUnsavedInput = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
