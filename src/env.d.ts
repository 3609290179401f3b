/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    locale: import('./lib/i18n/locales.ts').Locale;
    session: import('./adapter/session.ts').SealedSession | null;
    /** Reads calls for the page that is being rendered. */
    read: import('./adapter/reads.ts').Reader;
    /** Somebody else's account that the reader of the page acts for. */
    acting: import('./lib/contract/account/auth.ts').ActingFor | null;
    /** Areas that the provider doesn't have; absent outside of the panel. */
    lacks?: readonly import('./lib/rules/core/areas.ts').Area[];
    /** The page asked for belongs to one of them. */
    isNotOffered?: boolean;
    /** The Host header as the client sent it; absent in development. */
    host?: string;
    /** The middleware has begun to measure this page. */
    isReported?: boolean;
  }
}

declare module 'virtual:page-texts' {
  const pageTexts: Readonly<Record<string, readonly import('./lib/i18n/keys.ts').Namespace[]>>;
  export default pageTexts;
}

/** What we use of noVNC, which has no types (its docs/API.md). */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket);
    scaleViewport: boolean;
    background: string;
    /** A press and a release if `down` is absent. @param code a `KeyboardEvent.code`; null: unknown */
    sendKey(keysym: number, code: string | null, down?: boolean): void;
    sendCtrlAltDel(): void;
    focus(): void;
    disconnect(): void;
  }
}
