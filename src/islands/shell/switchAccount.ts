import { send } from '../../lib/api/client.ts';
import { team } from '../../lib/contract/account/team.ts';
import { navigate } from '../../lib/navigate.ts';

/** Continues in another account; a refusal is shown in a snackbar. */
export async function switchAccount(accountId: string): Promise<void> {
  const isDone = await send(team.switch, { accountId }).then(
    () => true,
    () => false,
  );
  // Nothing of this page belongs to the other account.
  if (isDone) navigate.leave('/dashboard');
}
