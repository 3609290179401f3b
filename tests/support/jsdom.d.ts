/** The part of jsdom that tests use: a document from HTML. */
declare module 'jsdom' {
  /** Suppresses jsdom's output; it supports less CSS than browsers. */
  export class VirtualConsole {}
  export class JSDOM {
    constructor(html: string, options?: { virtualConsole?: VirtualConsole });
    readonly window: Window & { document: Document };
  }
}
