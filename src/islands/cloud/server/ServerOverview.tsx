import { PasswordCard } from '../shared/server/PasswordCard.tsx';
import { ServerCharts } from '../shared/server/ServerCharts.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { ApplicationCard } from './ApplicationCard.tsx';
import { ServerFacts } from './ServerFacts.tsx';

/** The overview of a server: metrics, details, cost, and recent events. */
export default function ServerOverview({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="server">
      {(server, cost) => (
        <div className="dashboard-columns">
          <div className="grid min-w-0 grid-cols-1 content-start gap-[18px]">
            <ServerCharts server={server} />
            <ApplicationCard server={server} />
            {server.hasPassword && <PasswordCard server={server} />}
          </div>
          <ServerFacts server={server} cost={cost} />
        </div>
      )}
    </ServerPage>
  );
}
