import { confirmed } from '../../../islands/account/shared/confirmed.tsx';
import ServerSettings from '../../../islands/cloud/server/ServerSettings.tsx';

/** A transfer asks for the password, which belongs to the account: lines can't import each other. */
export default function Settings({ serverId }: { serverId: string }) {
  return <ServerSettings serverId={serverId} confirmed={confirmed} />;
}
