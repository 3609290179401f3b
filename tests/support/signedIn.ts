import { startProvider, type TestProvider } from './provider.ts';

/** A provider, and a session of the demo customer or of the one with this address. */
export async function signedIn(email?: string): Promise<{ p: TestProvider; token: string }> {
  const p = await startProvider();
  return { p, token: await p.signIn(email) };
}
