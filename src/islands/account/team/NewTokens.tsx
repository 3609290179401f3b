import type { TransferredKey } from '../../../lib/contract/account/team.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { NewSecrets } from '../shared/NewSecrets.tsx';

/** The new tokens of transferred keys. They can't be shown again. */
export function NewTokens({ keys, onDone }: { keys: readonly TransferredKey[]; onDone: () => void }) {
  const t = useT();
  const secrets = keys.map(({ id, name, token }) => ({ key: id, label: name, value: token, copyLabel: t('team:tokens.copy', { name }) }));
  return <NewSecrets warning={t('team:tokens.text')} secrets={secrets} onDone={onDone} />;
}
