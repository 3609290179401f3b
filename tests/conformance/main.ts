import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { issueFrom, makeAuthority, openAuthority } from '../../src/provider/drivers/certs/authority.ts';
import { areas } from './areas.ts';
import { printReport } from './print.ts';
import { CannotRun, runConformance, type Settings } from './run.ts';

const usage = `Usage: npm run conformance -- URL [--area cdn,cloud] [--only dns.create,dns.list] [--json] [--force]

Checks whether the provider at URL fulfils the contract. It signs in with CONFORMANCE_USERNAME and CONFORMANCE_PASSWORD, an account
made for it, and with CONFORMANCE_OTHER_USERNAME and CONFORMANCE_OTHER_PASSWORD as another customer, if given.
The exit code is 0 if it does, 1 if it doesn’t, and 2 if the run can’t begin.`;

/** The settings of a run on the command line. @throws CannotRun */
async function readSettings(): Promise<Settings & { isJson: boolean }> {
  const { values, positionals } = parse();
  const [address = ''] = positionals;
  if (positionals.length !== 1 || !/^https?:\/\//.test(address) || !URL.canParse(address)) throw new CannotRun(usage);
  const list = (text: string | undefined) => text?.split(',').map((one) => one.trim());
  const chosen = list(values.area);
  const unknown = chosen?.filter((area) => !areas.some((known) => known === area)) ?? [];
  if (unknown.length > 0) throw new CannotRun(`Unknown area: ${unknown.join(', ')}. Areas: ${areas.join(', ')}`);
  const { CONFORMANCE_USERNAME: username, CONFORMANCE_PASSWORD: password } = process.env;
  const { CONFORMANCE_OTHER_USERNAME: otherName, CONFORMANCE_OTHER_PASSWORD: otherPassword } = process.env;
  if (!username || !password)
    throw new CannotRun('CONFORMANCE_USERNAME and CONFORMANCE_PASSWORD aren’t set: it needs an account made for it.');
  const domain = process.env.CONFORMANCE_DOMAIN || `conformance-${randomBytes(3).toString('hex')}.example`;
  return {
    target: {
      url: address.replace(/\/$/, ''),
      send: (request) => fetch(request),
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    },
    username,
    password,
    ...(otherName && otherPassword && { other: { username: otherName, password: otherPassword } }),
    ...(process.env.TOKEN_HEADER && { tokenHeader: process.env.TOKEN_HEADER }),
    domain,
    ...(chosen && { areas: areas.filter((area) => chosen.includes(area)) }),
    ...(values.only && { only: list(values.only) ?? [] }),
    force: values.force ?? false,
    certificate: await certificateFor(domain),
    isJson: values.json ?? false,
  };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { area: { type: 'string' }, only: { type: 'string' }, json: { type: 'boolean' }, force: { type: 'boolean' } },
    });
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function certificateFor(domain: string): Promise<Settings['certificate']> {
  const now = Date.now();
  const { certificate, caBundle, privateKey } = await issueFrom(await openAuthority(await makeAuthority('Conformance', now)), {
    hosts: [domain],
    now,
  });
  return { certificate: certificate + caBundle, privateKey };
}

try {
  const { isJson, ...settings } = await readSettings();
  const report = await runConformance(settings);
  if (isJson) console.log(JSON.stringify(report, null, 2));
  else printReport(report);
  process.exitCode = report.results.some(({ outcome }) => outcome === 'failed' || outcome === 'missing') ? 1 : 0;
} catch (error) {
  // What isn't expected is a mistake of this program or an unreachable provider; neither says anything about the contract.
  console.error(error instanceof CannotRun ? error.message : error);
  process.exitCode = 2;
}
