import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demo, withProvider } from '../../tests/support/panel.ts';
import { queryClient } from '../browser/api/query.ts';
import { $lock, $realmLock } from '../browser/lock.ts';
import { $dialogs } from '../browser/stores/dialogs.ts';
import ApiKeys from '../islands/account/apiKey/ApiKeys.tsx';
import Team from '../islands/account/team/Team.tsx';
import Caching from '../islands/cdn/cache/Caching.tsx';
import Clusters from '../islands/cdn/cluster/Clusters.tsx';
import CnameSetup from '../islands/cdn/cnameSetup/CnameSetup.tsx';
import CustomPages from '../islands/cdn/customPage/CustomPages.tsx';
import DdosScreen from '../islands/cdn/ddos/DdosScreen.tsx';
import DedicatedIp from '../islands/cdn/dedicatedIp/DedicatedIp.tsx';
import DnsRecords from '../islands/cdn/dns/DnsRecords.tsx';
import DnsSettings from '../islands/cdn/dnsSetting/DnsSettings.tsx';
import Dnssec from '../islands/cdn/dnssec/Dnssec.tsx';
import DomainList from '../islands/cdn/domain/DomainList.tsx';
import DomainOverview from '../islands/cdn/domain/DomainOverview.tsx';
import DomainRemoval from '../islands/cdn/domain/DomainRemoval.tsx';
import DomainSettings from '../islands/cdn/domain/DomainSettings.tsx';
import DomainAlarms from '../islands/cdn/domainAlarm/DomainAlarms.tsx';
import Events from '../islands/cdn/event/Events.tsx';
import Firewall from '../islands/cdn/firewall/Firewall.tsx';
import FirewallGroups from '../islands/cdn/firewallGroup/FirewallGroups.tsx';
import History from '../islands/cdn/history/History.tsx';
import HttpsSettings from '../islands/cdn/https/HttpsSettings.tsx';
import LogForward from '../islands/cdn/logForward/LogForward.tsx';
import NameServers from '../islands/cdn/ns/NameServers.tsx';
import Optimizations from '../islands/cdn/optimization/Optimizations.tsx';
import PageRules from '../islands/cdn/pageRule/PageRules.tsx';
import DomainPlan from '../islands/cdn/plan/DomainPlan.tsx';
import RateLimits from '../islands/cdn/rateLimit/RateLimits.tsx';
import Certificates from '../islands/cdn/ssl/Certificates.tsx';
import Trace from '../islands/cdn/trace/Trace.tsx';
import WafScreen from '../islands/cdn/waf/WafScreen.tsx';
import ZoneFile from '../islands/cdn/zone/ZoneFile.tsx';
import Monitoring from '../islands/cloud/alarm/Monitoring.tsx';
import ServerMonitoring from '../islands/cloud/alarm/ServerMonitoring.tsx';
import Backups from '../islands/cloud/backup/Backups.tsx';
import ServerBackups from '../islands/cloud/backup/ServerBackups.tsx';
import Networks from '../islands/cloud/network/Networks.tsx';
import ServerNetworks from '../islands/cloud/network/ServerNetworks.tsx';
import ServerList from '../islands/cloud/server/ServerList.tsx';
import ServerOverview from '../islands/cloud/server/ServerOverview.tsx';
import ServerFirewall from '../islands/cloud/serverFirewall/ServerFirewall.tsx';
import ServerFirewalls from '../islands/cloud/serverFirewall/ServerFirewalls.tsx';
import ServerSnapshots from '../islands/cloud/snapshot/ServerSnapshots.tsx';
import Snapshots from '../islands/cloud/snapshot/Snapshots.tsx';
import SpacePage from '../islands/cloud/space/SpacePage.tsx';
import Spaces from '../islands/cloud/space/Spaces.tsx';
import SshKeys from '../islands/cloud/sshKey/SshKeys.tsx';
import Volumes from '../islands/cloud/volume/Volumes.tsx';
import ArchiveList from '../islands/finance/archive/ArchiveList.tsx';
import AutoTopUp from '../islands/finance/autoTopUp/AutoTopUp.tsx';
import Budget from '../islands/finance/budget/Budget.tsx';
import InvoiceList from '../islands/finance/invoice/InvoiceList.tsx';
import Wallet from '../islands/finance/walletDetail/Wallet.tsx';
import SupportPlan from '../islands/support/supportPlan/SupportPlan.tsx';
import TicketList from '../islands/support/ticket/TicketList.tsx';
import { allCalls } from '../lib/contract/openapi.ts';

const REASON = 'Your role can only read.';
const domain = { domainName: 'parvaz.example' };
const domainPath = '/domains/parvaz.example';

const screens: readonly [name: string, path: string, page: () => ReactElement][] = [
  ['DNS records', `${domainPath}/dns`, () => <DnsRecords {...domain} />],
  ['zone file', `${domainPath}/dns/zone-file`, () => <ZoneFile {...domain} />],
  ['certificates', `${domainPath}/ssl`, () => <Certificates {...domain} />],
  ['cache', `${domainPath}/cache`, () => <Caching {...domain} />],
  ['WAF', `${domainPath}/waf`, () => <WafScreen {...domain} />],
  ['WAF rules', `${domainPath}/waf?tab=rules`, () => <WafScreen {...domain} />],
  ['WAF exceptions', `${domainPath}/waf?tab=exceptions`, () => <WafScreen {...domain} />],
  ['firewall', `${domainPath}/firewall`, () => <Firewall {...domain} />],
  ['clusters', `${domainPath}/clusters`, () => <Clusters {...domain} />],
  ['setup by CNAME', `${domainPath}/setup/ns`, () => <CnameSetup {...domain} />],
  ['custom pages', `${domainPath}/custom-pages`, () => <CustomPages {...domain} />],
  ['DDoS', `${domainPath}/ddos`, () => <DdosScreen {...domain} />],
  ['dedicated IP', `${domainPath}/settings`, () => <DedicatedIp {...domain} />],
  ['DNS settings', `${domainPath}/dns/settings`, () => <DnsSettings {...domain} />],
  ['DNSSEC', `${domainPath}/dns/dnssec`, () => <Dnssec {...domain} />],
  ['alarms of a domain', `${domainPath}/reports/alarms`, () => <DomainAlarms {...domain} />],
  ['domain', `${domainPath}`, () => <DomainOverview {...domain} />],
  ['domain settings', `${domainPath}/settings`, () => <DomainSettings {...domain} />],
  ['domain removal', `${domainPath}/settings`, () => <DomainRemoval {...domain} />],
  ['events', `${domainPath}/events`, () => <Events {...domain} />],
  ['firewall groups', `${domainPath}/firewall/groups`, () => <FirewallGroups {...domain} />],
  ['history', `${domainPath}/history`, () => <History {...domain} />],
  ['HTTPS', `${domainPath}/https`, () => <HttpsSettings {...domain} />],
  ['log forwarding', `${domainPath}/settings`, () => <LogForward {...domain} />],
  ['name servers', `${domainPath}/dns/ns`, () => <NameServers {...domain} />],
  ['optimization', `${domainPath}/optimization`, () => <Optimizations {...domain} />],
  ['page rules', `${domainPath}/page-rules`, () => <PageRules {...domain} />],
  ['plan', `${domainPath}/plan`, () => <DomainPlan {...domain} />],
  ['rate limits', `${domainPath}/rate-limit`, () => <RateLimits {...domain} />],
  ['trace', `${domainPath}/trace`, () => <Trace {...domain} />],
  ['domains', '/domains', () => <DomainList />],
  ['monitoring', '/servers/monitoring', () => <Monitoring />],
  ['backups', '/servers/backups', () => <Backups />],
  ['networks', '/servers/networks', () => <Networks />],
  ['server firewalls', '/servers/firewalls', () => <ServerFirewalls />],
  ['snapshots', '/servers/snapshots', () => <Snapshots />],
  ['SSH keys', '/servers/ssh-keys', () => <SshKeys />],
  ['volumes', '/servers/volumes', () => <Volumes />],
  ['automatic top-up', '/finance/auto-top-up', () => <AutoTopUp />],
  ['budget', '/finance/budget', () => <Budget />],
  ['wallet', '/finance/wallet', () => <Wallet />],
  ['archives', '/finance/archive', () => <ArchiveList />],
  ['support plan', '/support/plan', () => <SupportPlan />],
  ['backups of a server', `/servers/${demo.serverId}`, () => <ServerBackups serverId={demo.serverId} />],
  ['snapshots of a server', `/servers/${demo.serverId}`, () => <ServerSnapshots serverId={demo.serverId} />],
  ['networks of a server', `/servers/${demo.serverId}`, () => <ServerNetworks serverId={demo.serverId} />],
  ['firewall of a server', `/servers/${demo.serverId}`, () => <ServerFirewall serverId={demo.serverId} />],
  ['monitoring of a server', `/servers/${demo.serverId}`, () => <ServerMonitoring serverId={demo.serverId} />],
  ['invoices', '/finance/invoices', () => <InvoiceList state="closed" />],
  ['tickets', '/support/tickets', () => <TicketList state="active" />],
  ['API keys', '/account/api-keys', () => <ApiKeys domains={[]} servers={[]} />],
  ['team', '/account/team', () => <Team domains={[]} servers={[]} spaces={[]} />],
  ['spaces', '/servers/spaces', () => <Spaces />],
  ['space', `/servers/spaces/${demo.spaceId}`, () => <SpacePage spaceId={demo.spaceId} prefix="" />],
  ['servers', '/servers', () => <ServerList />],
  ['server', `/servers/${demo.serverId}`, () => <ServerOverview serverId={demo.serverId} />],
];

const roles = ['button', 'switch', 'checkbox', 'radio', 'menuitem', 'menuitemradio', 'option'];
const selector = ['button', 'input[type=checkbox]', 'input[type=radio]', ...roles.map((role) => `[role=${role}]`)].join(', ');
const controlName = (element: Element): string =>
  `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') || element.textContent || element.closest('label')?.textContent || element.id).trim().slice(0, 60)}”`;
const isUsable = (element: Element): boolean =>
  !element.hasAttribute('disabled') && element.getAttribute('aria-disabled') !== 'true' && element.getAttribute('aria-hidden') !== 'true';

/** Until nothing is read or saved any more. */
const rest = async () => {
  await act(async () => {
    await new Promise((done) => setTimeout(done, 20));
  });
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));
};

/**
 * Uses every control of a page, and those that appear then.
 * @returns those that changed something, or asked whether to
 */
async function findOffenders(path: string, page: () => ReactElement): Promise<string[]> {
  await withProvider();
  const found = new Set<string>();
  let used = '';
  const safe = new Set<string>(
    allCalls()
      .filter((call) => call.safe)
      .map((call) => call.path),
  );
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), 'http://portal');
    if (init?.method !== 'POST' || safe.has(pathname.replace(/^\/api/, ''))) return through(input, init);
    found.add(`${used}: ${pathname}`);
    return Response.json({ code: 'error:unavailable', message: 'Not now.' }, { status: 409 });
  };
  onTestFinished(() => {
    globalThis.fetch = through;
    $lock.set(undefined);
    $realmLock.set(undefined);
  });
  $lock.set(REASON);
  $realmLock.set(() => REASON);
  const done = new Set<string>();
  /** Opens the page, and uses what is on it until there is something that can't be reached with what is open: then it starts over. */
  for (let round = 0; round < 60; round++) {
    cleanup();
    queryClient.clear();
    $dialogs.set([]);
    history.replaceState(null, '', path);
    render(page());
    await rest();
    await waitFor(() => expect(document.querySelector(selector)).toBeTruthy());
    let isNew = false;
    for (let step = 0; step < 200; step++) {
      const next = [...document.querySelectorAll(selector)].find((element) => isUsable(element) && !done.has(controlName(element)));
      if (!next) break;
      isNew = true;
      used = controlName(next);
      done.add(used);
      // A link leads away; jsdom can't go there.
      if (next.closest('a[href]')) continue;
      fireEvent.pointerDown(next);
      fireEvent.mouseDown(next);
      fireEvent.click(next);
      await rest();
      const [dialog] = $dialogs.get();
      if (dialog?.kind === 'confirm' || dialog?.kind === 'delete') found.add(`${used}: asks “${dialog.title}”`);
      $dialogs.set([]);
    }
    if (!isNew) break;
  }
  return [...found];
}

test.each(screens)('%s: a role that only reads can’t use what changes something', async (_name, path, page) => {
  vi.stubGlobal('open', () => null);
  expect(await findOffenders(path, page)).toEqual([]);
});
