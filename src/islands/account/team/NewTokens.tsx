import type { TransferredKey } from '../../../lib/contract/account/team.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SecretField } from '../shared/SecretField.tsx';

/** The new tokens of transferred keys. They can't be shown again. */
export function NewTokens({ keys, onDone }: { keys: readonly TransferredKey[]; onDone: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('team:tokens.text')}</Banner>
      {keys.map(({ id, name, token }) => (
        <SecretField key={id} label={name} value={token} copyLabel={t('team:tokens.copy', { name })} />
      ))}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          {t('apiKey:token.done')}
        </Button>
      </div>
    </div>
  );
}
