import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** A new token, and a command that uses it. It can't be shown again. */
export function TokenView({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT();
  const command = `curl -s "${location.origin}/api/domain/list" -H "Authorization: Bearer ${token}"`;
  const copied = { copiedLabel: t('common:copied'), failedLabel: t('common:copyFailed') };
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('apiKey:token.text')}</Banner>
      <div className="grid gap-1.5">
        <span className="font-semibold text-ui">{t('apiKey:token.label')}</span>
        <div className="flex items-center gap-2 rounded-lg bg-sel p-3">
          <bdi dir="ltr" className="mono flex-1 [overflow-wrap:anywhere]">
            {token}
          </bdi>
          <CopyButton value={token} label={t('apiKey:token.copy')} {...copied} />
        </div>
      </div>
      <div className="grid gap-1.5">
        <span className="font-semibold text-ui">{t('apiKey:token.try')}</span>
        <div className="flex items-center gap-2 rounded-lg bg-sel p-3">
          <code dir="ltr" className="mono flex-1 [overflow-wrap:anywhere]">
            {command}
          </code>
          <CopyButton value={command} label={t('apiKey:token.copyCommand')} {...copied} />
        </div>
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          {t('apiKey:token.done')}
        </Button>
      </div>
    </div>
  );
}
