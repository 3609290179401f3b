import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { provider } from '../../src/lib/contract/core/provider.ts';
import { test as base, expect } from './browser.ts';
import { Client } from './client.ts';
import { startPortal } from './server.ts';

export interface PortalWithEdge {
  url: string;
  /** The demo customer, signed in. */
  client: Client;
  /** A browser with the same session, which trusts the edge's certificate. */
  newContext(options: BrowserContextOptions & { locale: string }): Promise<BrowserContext>;
}

/** Each test has its own portal with an edge that serves its policies. Their start has its own time limit. */
export const test = base.extend<{ portalWithEdge: PortalWithEdge }>({
  ignoreHTTPSErrors: true,
  portalWithEdge: [
    async ({ browser }, use) => {
      await using portal = await startPortal({
        env: { TRUSTED_PROXIES: '127.0.0.1', EDGE_DRIVER: 'node', EDGE_PORT: '0', EDGE_TLS_PORT: '0' },
      });
      const { url } = portal;
      const client = new Client(url);
      await client.signIn();
      await expect
        .poll(async () => (await client.ok(provider.capabilities, {})).capabilities, { timeout: 60_000 })
        .toMatchObject({ edge: 'connected', preview: expect.stringContaining('.edge.localhost:') });
      const contexts: BrowserContext[] = [];
      await use({
        url,
        client,
        async newContext(options) {
          const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...options });
          contexts.push(context);
          const [name = '', value = ''] = client.cookie.split(/=(.*)/s);
          await context.addCookies([
            { name, value, url },
            { name: 'nasim_locale', value: options.locale.slice(0, 2), url },
            { name: 'nasim_account_locale', value: 'en', url },
          ]);
          return context;
        },
      });
      for (const context of contexts) await context.close();
    },
    { timeout: 200_000 },
  ],
});

export { expect };
