/**
 * Prints the address of the portal, and the demo sign-in.
 * @param {{ address: string, demo: boolean }} ready what `server.mjs` tells when it listens
 */
export function announce({ address, demo }) {
  console.log(`\n  Nasim is running at ${address}`);
  if (demo) console.log(`  Sign in at ${address}/public/login as demo@nasim.example with the password breeze-demo`);
  console.log('');
}
