/** As much of jsdom as tests use: a document from HTML. */
declare module 'jsdom' {
  /** Takes what jsdom would print; it knows less CSS than browsers do. */
  export class VirtualConsole {}
  export class JSDOM {
    constructor(html: string, options?: { virtualConsole?: VirtualConsole });
    readonly window: Window & { document: Document };
  }
}
