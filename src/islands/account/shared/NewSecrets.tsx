import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SecretField } from './SecretField.tsx';

interface NewSecretsProps {
  /** Why they must be copied now. */
  warning: string;
  secrets: readonly { key: string; label: string; value: string; copyLabel: string }[];
  onDone: () => void;
}

/** Secrets that can't be shown again. */
export function NewSecrets({ warning, secrets, onDone }: NewSecretsProps) {
  const t = useT();
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{warning}</Banner>
      {secrets.map(({ key, ...secret }) => (
        <SecretField key={key} {...secret} />
      ))}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          {t('apiKey:token.done')}
        </Button>
      </div>
    </div>
  );
}
