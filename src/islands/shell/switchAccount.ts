import { send } from '../../browser/api/client.ts';
import { navigate } from '../../browser/navigate.ts';
import { team } from '../../lib/contract/account/team.ts';

/** Continues in another account; a refusal is shown in a snackbar. */
export async function switchAccount(accountId: string): Promise<void> {
  const isDone = await send(team.switch, { accountId }).then(
    () => true,
    () => false,
  );
  // Nothing of this page belongs to the other account.
  if (isDone) navigate.leave('/dashboard');
}
