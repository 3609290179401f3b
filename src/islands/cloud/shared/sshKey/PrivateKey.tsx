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
  onSaved: () => void;
  onDone: () => void;
}

/** The private key of a new pair, shown until the dialog is closed. */
export function PrivateKey({ name, text, onSaved, onDone }: PrivateKeyProps) {
  const t = useT();
  const [isSaved, setIsSaved] = useState(false);
  const markSaved = () => {
    setIsSaved(true);
    onSaved();
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
              if (done) markSaved();
            })
          }
        >
          {t('sshKey:privateCopy')}
        </Button>
        <Button
          kind={isSaved ? 'secondary' : 'primary'}
          icon={Download}
          onClick={() => {
            saveFile(`${name.replace(/[^\w.-]+/g, '-')}.key`, text, 'application/octet-stream');
            markSaved();
          }}
        >
          {t('sshKey:privateSave')}
        </Button>
        {isSaved && (
          <Button kind="primary" changes={false} onClick={onDone}>
            {t('sshKey:privateDone')}
          </Button>
        )}
      </div>
    </div>
  );
}
