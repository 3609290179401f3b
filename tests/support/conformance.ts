import { demo } from '../../src/lib/contract/fields.ts';
import { issueFrom, makeAuthority, openAuthority } from '../../src/provider/drivers/certs/authority.ts';
import { type Report, runConformance, type Settings } from '../conformance/run.ts';
import type { TestProvider } from './provider.ts';

type Send = Settings['target']['send'];

/** Answers a request of the run in place of the provider, which `send` asks. */
export type Behavior = (request: Request, send: Send) => Promise<Response>;

let runs = 0;

/** Runs the cases against a provider in this process, as the demo customer. @param behave a fault between them and the provider */
export async function runAgainst(
  p: TestProvider,
  chosen: Pick<Settings, 'areas' | 'only'> = {},
  behave: Behavior = (request, send) => send(request),
): Promise<Report> {
  const domain = `conformance-${++runs}.example`;
  const now = p.clock.now;
  const { certificate, caBundle, privateKey } = await issueFrom(await openAuthority(await makeAuthority('Test', now)), {
    hosts: [domain],
    now,
  });
  // Attempts count by address.
  const send: Send = (request) => p.provider.answer(request, { ip: `198.18.77.${runs}` });
  return runConformance({
    ...chosen,
    domain,
    username: demo.email,
    password: demo.password,
    other: { username: demo.second, password: demo.password },
    // The demo customer has data.
    force: true,
    certificate: { certificate: certificate + caBundle, privateKey },
    target: {
      url: 'http://provider',
      send: (request) => behave(request, send),
      async wait(ms) {
        p.clock.now += ms;
        await p.provider.services.jobs.runDue();
      },
    },
  });
}

/** The cases that didn't pass, in one line each. */
export const failed = ({ results }: Report): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ call, case: name, detail }) => `${call}, ${name}: ${detail}`);
