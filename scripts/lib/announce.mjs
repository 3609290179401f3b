/** Says where the portal is, and who can sign in on a fresh one. */
export function announce() {
  const { HOST = '127.0.0.1', PORT = '4321', ORIGIN, DEMO, DATABASE_URL, PROVIDER_URL } = process.env;
  const address = ORIGIN ?? `http://${HOST}:${PORT}`;
  const isLoopback = HOST === 'localhost' || HOST === '::1' || HOST.startsWith('127.');
  const hasDemo = !PROVIDER_URL && (DEMO ? /^(1|true|on)$/.test(DEMO) : isLoopback && !DATABASE_URL);
  console.log(`\n  Nasim is running at ${address}`);
  if (hasDemo) console.log(`  Sign in at ${address}/public/login as demo@nasim.example with the password breeze-demo`);
  console.log('');
}
