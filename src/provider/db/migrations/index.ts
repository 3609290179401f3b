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
import * as accounts from './0023-accounts.ts';
import * as payments from './0024-payments.ts';
import * as invoices from './0025-invoices.ts';
import * as compute from './0027-compute.ts';
import * as cloudResources from './0028-cloud-resources.ts';
import * as account from './0029-account.ts';
import * as apiKeys from './0029-api-keys.ts';
import * as spaces from './0030-spaces.ts';
import * as groups from './0031-groups.ts';
import * as serverSuspension from './0032-server-suspension.ts';
import * as tickets from './0033-tickets.ts';
import * as autoRenew from './0034-auto-renew.ts';
import * as volumes from './0035-volumes.ts';
import * as backups from './0036-backups.ts';
import * as alarms from './0037-alarms.ts';
import * as invoicePayments from './0038-invoice-payments.ts';
import * as refunds from './0039-refunds.ts';
import * as sessions from './0040-sessions.ts';
import * as allowedIps from './0041-allowed-ips.ts';
import * as preferences from './0043-preferences.ts';
import * as notificationSettings from './0044-notification-settings.ts';
import * as operatorTickets from './0046-operator-tickets.ts';
import * as announcements from './0047-announcements.ts';
import * as creditRequests from './0048-credit-requests.ts';
import * as rulesOff from './0049-rules-off.ts';
import * as autoTopUp from './0050-auto-top-up.ts';
import * as refundApproval from './0051-refund-approval.ts';
import * as ticketDiagnostics from './0052-ticket-diagnostics.ts';
import * as passkeys from './0054-passkeys.ts';
import * as spaceReservations from './0056-space-reservations.ts';
import * as edgeControl from './0057-edge-control.ts';
import * as dnssec from './0061-dnssec.ts';
import * as dataExport from './0063-data-export.ts';
import * as snapshotMeter from './0068-snapshot-meter.ts';
import * as serverTraffic from './0070-server-traffic.ts';
import * as domainHistory from './0071-domain-history.ts';
import * as domainTraffic from './0072-domain-traffic.ts';
import * as acme from './0075-acme.ts';
import * as nameHolds from './0080-name-holds.ts';
import * as accountClosing from './0084-account-closing.ts';
import * as domainTrash from './0088-domain-trash.ts';
import * as spaceStops from './0092-space-stops.ts';
import * as domainLimits from './0097-domain-limits.ts';
import * as team from './0101-team.ts';
import * as securityUndo from './0103-security-undo.ts';
import * as apiKeyCalls from './0104-api-key-calls.ts';
import * as serverTransfers from './0105-server-transfers.ts';
import * as serverAddresses from './0107-server-addresses.ts';
import * as supportViews from './0109-support-views.ts';
import * as catalogue from './0111-catalogue.ts';
import * as edgePlaces from './0113-edge-places.ts';
import * as dnssecRoll from './0114-dnssec-roll.ts';
import * as powerdnsZones from './0116-powerdns-zones.ts';
import * as addressUsage from './0119-address-usage.ts';
import * as ruleVersions from './0120-rule-versions.ts';
import * as discountCodes from './0121-discount-codes.ts';
import * as cloudPrices from './0122-cloud-prices.ts';
import * as announcedPrices from './0123-announced-prices.ts';
import * as trafficCharges from './0124-traffic-charges.ts';
import * as trafficPrices from './0125-traffic-prices.ts';
import * as edgeWarnings from './0126-edge-warnings.ts';
import * as recordNotes from './0130-record-notes.ts';
import * as edgeAbilities from './0131-edge-abilities.ts';
import * as memberAccess from './0140-member-access.ts';

/**
 * All migrations of all product lines, in order: tables refer to those of other lines. Bundled rather than read from a folder, so that
 * this works wherever the server is started. Numbers only define the order. 0008, 0016, 0018, 0020 and 0026 were never released: they
 * were reserved during development and turned out not to be needed. They are not reused.
 */
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
  '0023-accounts': accounts,
  '0024-payments': payments,
  '0025-invoices': invoices,
  '0027-compute': compute,
  '0028-cloud-resources': cloudResources,
  '0029-account': account,
  '0029-api-keys': apiKeys,
  '0030-spaces': spaces,
  '0031-groups': groups,
  '0032-server-suspension': serverSuspension,
  '0033-tickets': tickets,
  '0034-auto-renew': autoRenew,
  '0035-volumes': volumes,
  '0036-backups': backups,
  '0037-alarms': alarms,
  '0038-invoice-payments': invoicePayments,
  '0039-refunds': refunds,
  '0040-sessions': sessions,
  '0041-allowed-ips': allowedIps,
  '0043-preferences': preferences,
  '0044-notification-settings': notificationSettings,
  '0046-operator-tickets': operatorTickets,
  '0047-announcements': announcements,
  '0048-credit-requests': creditRequests,
  '0049-rules-off': rulesOff,
  '0050-auto-top-up': autoTopUp,
  '0051-refund-approval': refundApproval,
  '0052-ticket-diagnostics': ticketDiagnostics,
  '0054-passkeys': passkeys,
  '0056-space-reservations': spaceReservations,
  '0057-edge-control': edgeControl,
  '0061-dnssec': dnssec,
  '0063-data-export': dataExport,
  '0068-snapshot-meter': snapshotMeter,
  '0070-server-traffic': serverTraffic,
  '0071-domain-history': domainHistory,
  '0072-domain-traffic': domainTraffic,
  '0075-acme': acme,
  '0080-name-holds': nameHolds,
  '0084-account-closing': accountClosing,
  '0088-domain-trash': domainTrash,
  '0092-space-stops': spaceStops,
  '0097-domain-limits': domainLimits,
  '0101-team': team,
  '0103-security-undo': securityUndo,
  '0104-api-key-calls': apiKeyCalls,
  '0105-server-transfers': serverTransfers,
  '0107-server-addresses': serverAddresses,
  '0109-support-views': supportViews,
  '0111-catalogue': catalogue,
  '0113-edge-places': edgePlaces,
  '0114-dnssec-roll': dnssecRoll,
  '0116-powerdns-zones': powerdnsZones,
  '0119-address-usage': addressUsage,
  '0120-rule-versions': ruleVersions,
  '0121-discount-codes': discountCodes,
  '0122-cloud-prices': cloudPrices,
  '0123-announced-prices': announcedPrices,
  '0124-traffic-charges': trafficCharges,
  '0125-traffic-prices': trafficPrices,
  '0126-edge-warnings': edgeWarnings,
  '0130-record-notes': recordNotes,
  '0131-edge-abilities': edgeAbilities,
  '0140-member-access': memberAccess,
};
