import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { impact } from '../../src/lib/contract/cdn/impact.ts';
import { rateLimit } from '../../src/lib/contract/cdn/rateLimit.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { EdgeLogLine } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { logLine } from './log-lines.ts';
import { startProvider } from './provider.ts';

const { domainId } = demo;
type Line = Partial<EdgeLogLine>;
/** A provider whose edge has served `lines` for the demo domain, one a second, the last one a minute ago. */
export async function served(lines: readonly Line[]) {
  const p = await startProvider();
  const first = p.clock.now - 60_000 - lines.length * 1000;
  const full = lines.map((line, i) => logLine({ id: `r${i}`, at: first + i * 1000, domainId, path: '/page', ...line }));
  for (let i = 0; i < full.length; i += 1000)
    await p.provider.services.logs.ingest({ id: `b${i}`, lines: full.slice(i, i + 1000), receivedAt: p.clock.now });
  const token = await p.signIn();
  // The demo domain's own rules would have their say.
  for (const rule of (await p.ok(firewall.list, { domainId }, { token })).rules)
    await p.ok(firewall.delete, { domainId, ruleId: rule.id, confirmSelfBlock: true }, { token });
  for (const rule of (await p.ok(rateLimit.list, { domainId }, { token })).rules)
    await p.ok(rateLimit.delete, { domainId, ruleId: rule.id }, { token });
  const preview = async (rule: object) => (await p.ok(impact.preview, { domainId, ...rule }, { token })).impact;
  return { p, token, preview };
}
