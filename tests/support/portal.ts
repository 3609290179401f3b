import { test as base, describe } from 'vitest';
import { type Customer, openAccount } from './accounts.ts';
import { type Arrangement, newAddress, openPortal, type Portal } from './arrangement.ts';
import { Client } from './client.ts';

interface Fixtures {
  $worker: {
    /** The portals of this worker; the first test that needs one starts it. */
    portals: (arrangement: Arrangement) => Promise<Portal>;
  };
  $test: {
    arrangement: Arrangement;
    portal: Portal;
    /** A unique client address, so that limits by address don't add up between tests. */
    ip: string;
    /** Creates an account and confirms its address. */
    newCustomer: () => Promise<Customer>;
    /** Signed in as the demo customer, in a session of this test. */
    demo: Client;
  };
}

/** Tests that send requests to a running portal. Don't extend it: each extension would start portals of its own. */
export const test = base.extend<Fixtures>({
  portals: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
    async ({}, use) => {
      const opened = new Map<Arrangement, Promise<Portal>>();
      await use((arrangement) => {
        const portal = opened.get(arrangement) ?? openPortal(arrangement);
        opened.set(arrangement, portal);
        return portal;
      });
      for (const portal of opened.values()) await (await portal).close();
    },
    { scope: 'worker' },
  ],
  arrangement: 'embedded',
  portal: async ({ portals, arrangement }, use) => use(await portals(arrangement)),
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
  ip: async ({}, use) => use(newAddress()),
  newCustomer: async ({ portal, ip }, use) => use(() => openAccount(portal, ip)),
  demo: async ({ portal, ip }, use) => {
    const client = new Client(portal.url, { 'x-forwarded-for': ip });
    await client.signIn();
    await use(client);
  },
});

/** Declares tests that a provider elsewhere must pass too, which the full run checks. */
export function inEachArrangement(name: string, tests: () => void): void {
  describe.each<Arrangement>(process.env.FULL ? ['embedded', 'remote'] : ['embedded'])(`${name} (%s)`, (arrangement) => {
    test.override({ arrangement });
    tests();
  });
}

/** Checks every case and returns those that failed, with the reason: a failure names all of them. */
export async function offenders<T>(cases: Iterable<T>, check: (one: T) => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  for (const one of cases) {
    try {
      await check(one);
    } catch (error) {
      found.push(`${String(JSON.stringify(one)).slice(0, 80)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return found;
}
