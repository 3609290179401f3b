import { useT } from '../../../lib/i18n/react.tsx';
import { NewSecrets } from '../shared/NewSecrets.tsx';

/** A new token, and a command that uses it. It can't be shown again. */
export function TokenView({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT();
  const command = `curl -s "${location.origin}/api/domain/list" -H "Authorization: Bearer ${token}"`;
  const secrets = [
    { key: 'token', label: t('apiKey:token.label'), value: token, copyLabel: t('apiKey:token.copy') },
    { key: 'command', label: t('apiKey:token.try'), value: command, copyLabel: t('apiKey:token.copyCommand') },
  ];
  return <NewSecrets warning={t('apiKey:token.text')} secrets={secrets} onDone={onDone} />;
}
