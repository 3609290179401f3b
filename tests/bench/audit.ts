import { Client } from '../support/client.ts';
import { startPortal } from '../support/server.ts';
import { openAuditor } from './auditor.ts';
import { ms, report } from './report.ts';

/** Lighthouse on a list of the panel; `npm run lighthouse` has the public pages. */
export async function benchLighthouse(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  await using auditor = await openAuditor();
  const domains = (desktop: boolean) => auditor.audit(`${portal.url}/domains`, { only: ['performance'], desktop, cookie: client.cookie });
  const mobile = await domains(false);
  report('Lighthouse, mobile, domain list', '≥ 90', mobile.failure ?? String(mobile.scores[0]), (mobile.scores[0] ?? 0) >= 90);
  report('domain list on a slow phone: first paint', '≤ 1.5 s', mobile.failure ?? ms(mobile.paint), mobile.paint <= 1500);
  if (!quick) {
    const desktop = await domains(true);
    report('Lighthouse, desktop, domain list', '≥ 98', desktop.failure ?? String(desktop.scores[0]), (desktop.scores[0] ?? 0) >= 98);
  }
}
