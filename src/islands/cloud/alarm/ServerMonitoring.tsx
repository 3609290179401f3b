import { ServerCharts } from '../shared/server/ServerCharts.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { useMeasured } from '../shared/server/useMeasured.ts';
import { AlarmList } from './AlarmList.tsx';
import { MeasuringCard } from './MeasuringCard.tsx';

/** The metrics of a server, its alarms, and how it is measured. */
export default function ServerMonitoring({ serverId }: { serverId: string }) {
  const isMeasured = useMeasured();
  return (
    <ServerPage serverId={serverId} route="serverMonitoring">
      {(server) => (
        <div className="grid grid-cols-1 gap-7">
          <ServerCharts server={server} />
          <AlarmList serverId={serverId} />
          {isMeasured && <MeasuringCard serverId={serverId} />}
        </div>
      )}
    </ServerPage>
  );
}
