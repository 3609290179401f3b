import type { Migration } from 'kysely/migration';
import * as spine from './0001-spine.ts';
import * as live from './0002-live.ts';
import * as twoFactor from './0003-two-factor.ts';
import * as reconcile from './0004-reconcile.ts';
import * as dnsSettings from './0005-dns-settings.ts';
import * as lifecycle from './0006-lifecycle.ts';
import * as liveVersions from './0007-live-versions.ts';
import * as audit from './0009-audit.ts';
import * as contactStatus from './0010-contact-status.ts';
import * as edge from './0011-edge.ts';
import * as ssl from './0012-ssl.ts';
import * as clusters from './0013-clusters.ts';
import * as plans from './0014-plans.ts';
import * as customPages from './0015-custom-pages.ts';
import * as firewallGroups from './0017-firewall-groups.ts';
import * as cacheDeletions from './0019-cache-deletions.ts';
import * as logForward from './0021-log-forward.ts';
import * as setup from './0022-setup.ts';

/** Every migration in order. Bundled rather than read from a folder, so that it works wherever the server is started. */
export const migrations: Record<string, Migration> = {
  '0001-spine': spine,
  '0002-live': live,
  '0003-two-factor': twoFactor,
  '0004-reconcile': reconcile,
  '0005-dns-settings': dnsSettings,
  '0006-lifecycle': lifecycle,
  '0007-live-versions': liveVersions,
  '0009-audit': audit,
  '0010-contact-status': contactStatus,
  '0011-edge': edge,
  '0012-ssl': ssl,
  '0013-clusters': clusters,
  '0014-plans': plans,
  '0015-custom-pages': customPages,
  '0017-firewall-groups': firewallGroups,
  '0019-cache-deletions': cacheDeletions,
  '0021-log-forward': logForward,
  '0022-setup': setup,
};
