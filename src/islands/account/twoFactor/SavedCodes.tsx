import { Download, Printer } from 'lucide-react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { brand } from '../../../config/brand.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** Prints a plain page with only the codes. */
function print(title: string, codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return;
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  const list = page.createElement('pre');
  list.textContent = codes.join('\n');
  list.style.cssText = 'font-size:18px;line-height:1.8';
  page.body.append(heading, list);
  frame.contentWindow.onafterprint = () => frame.remove();
  frame.contentWindow.print();
}

/** Recovery codes, shown once: save, copy or print them. */
export function SavedCodes({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone: () => void }) {
  const t = useT();
  const title = t('twoFactor:recovery.file', { brand: brand.name[currentLocale()], email });
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('twoFactor:recovery.saveText')}</Banner>
      <ul aria-label={t('twoFactor:recovery.list')} dir="ltr" className="mono grid grid-cols-2 gap-x-6 gap-y-1.5 justify-self-center">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2.5">
        <CopyButton
          text
          size="md"
          value={codes.join('\n')}
          label={t('twoFactor:recovery.copy')}
          copiedLabel={t('common:copied')}
          failedLabel={t('common:copyFailed')}
        />
        <Button icon={Printer} onClick={() => print(title, codes)}>
          {t('twoFactor:recovery.print')}
        </Button>
        <Button icon={Download} onClick={() => saveFile('recovery-codes.txt', `${title}\n\n${codes.join('\n')}\n`, 'text/plain')}>
          {t('twoFactor:recovery.download')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('twoFactor:recovery.saved')}
        </Button>
      </div>
    </div>
  );
}
