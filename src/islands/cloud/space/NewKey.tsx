import { useEffect } from 'react';
import type { SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyFacts } from './KeyFacts.tsx';
import { Snippets } from './Snippets.tsx';

interface NewKeyProps {
  credentials: SpaceCredentials;
  /** Name of the space. */
  bucket: string;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** A new key with its secret. Closing needs confirmation: the secret can't be shown again. */
export function NewKey({ credentials, bucket, onDirty, onDone }: NewKeyProps) {
  const t = useT();
  useEffect(() => onDirty(true), [onDirty]);
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('space:credentials.once')}</Banner>
      <KeyFacts credentials={credentials} />
      <Snippets credentials={credentials} bucket={bucket} />
      <div className="flex justify-end">
        <Button kind="primary" changes={false} onClick={onDone}>
          {t('space:credentials.done')}
        </Button>
      </div>
    </div>
  );
}
