import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SecretField } from '../shared/SecretField.tsx';

/** A new token, and a command that uses it. It can't be shown again. */
export function TokenView({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT();
  const command = `curl -s "${location.origin}/api/domain/list" -H "Authorization: Bearer ${token}"`;
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('apiKey:token.text')}</Banner>
      <SecretField label={t('apiKey:token.label')} value={token} copyLabel={t('apiKey:token.copy')} />
      <SecretField label={t('apiKey:token.try')} value={command} copyLabel={t('apiKey:token.copyCommand')} />
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          {t('apiKey:token.done')}
        </Button>
      </div>
    </div>
  );
}
