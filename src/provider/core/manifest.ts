import type { Group } from '../../lib/contract/call.ts';
import type { LogTitles } from '../../lib/rules/core/log/title.ts';
import type { DesiredState } from '../jobs/desired.ts';
import type { Job } from '../jobs/jobs.ts';
import type { DesiredKind } from '../kernel/desiredKinds.ts';
import type { Handlers } from './implement.ts';
import type { EdgeEndpoint, ProductModule } from './registry.ts';

/** What a product line adds to the provider. `<line>/index.ts` exports one, and `manifests.ts` joins them. */
export interface Manifest extends ProductModule {
  jobs?: readonly Job[];
  /** The desired states of engines. */
  desired?: Readonly<Partial<Record<DesiredKind, DesiredState>>>;
  /** Handlers by group of the contract; `routes.ts` does not compile while one is missing. */
  handlers: Record<string, Handlers<Group>>;
  /** Calls of edges, as `POST /log/ingest`; lib/rules/core/edgeCalls.ts lists them for the adapter. */
  endpoints?: Readonly<Record<string, EdgeEndpoint>>;
  /** How its changes are titled in the change log. */
  logTitles?: LogTitles;
}
