import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../../browser/api/saveFile.ts';
import { notifyCopied } from '../../../../browser/copied.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { copy } from '../../../ui/CopyButton.tsx';
import { Scroller } from '../../../ui/Scroller.tsx';

interface PrivateKeyProps {
  name: string;
  /** The file's text. */
  text: string;
  /** It was saved or copied. */
  onKept: () => void;
  onDone: () => void;
}

/** The private key of a new pair, shown until the dialog is closed. */
export function PrivateKey({ name, text, onKept, onDone }: PrivateKeyProps) {
  const t = useT();
  const [isKept, setIsKept] = useState(false);
  const kept = () => {
    setIsKept(true);
    onKept();
  };
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('sshKey:privateOnce')}</Banner>
      <Scroller label={t('sshKey:privateKey')} className="max-h-48 rounded-md bg-hover p-3">
        <pre dir="ltr" className="text-start text-caption text-text-2">
          {text}
        </pre>
      </Scroller>
      <p className="text-help text-text-3">{t('sshKey:privateUse')}</p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button
          onClick={() =>
            void copy(text).then((done) => {
              notifyCopied(done);
              if (done) kept();
            })
          }
        >
          {t('sshKey:privateCopy')}
        </Button>
        <Button
          kind={isKept ? 'secondary' : 'primary'}
          icon={Download}
          onClick={() => {
            saveFile(`${name.replace(/[^\w.-]+/g, '-')}.key`, text, 'application/octet-stream');
            kept();
          }}
        >
          {t('sshKey:privateSave')}
        </Button>
        {isKept && (
          <Button kind="primary" changes={false} onClick={onDone}>
            {t('sshKey:privateDone')}
          </Button>
        )}
      </div>
    </div>
  );
}
