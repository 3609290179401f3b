import { Braces, FileUp, LayoutTemplate } from 'lucide-react';
import { useRef, useState } from 'react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxPageBytes, pageVariables } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Meter } from '../../ui/Meter.tsx';

interface CodeToolsProps {
  html: string;
  /** Bytes of UTF-8. */
  size: number;
  onInsert: (text: string) => void;
  onReplace: (text: string) => void;
  /** The template of the selected type. */
  template: () => string;
}

/** The toolbar above the editor: variables, the template, a file upload, and the size of the page. */
export function CodeTools({ html, size, onInsert, onReplace, template }: CodeToolsProps) {
  const t = useT();
  const locale = currentLocale();
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const max = formatBytes(maxPageBytes, locale);

  const open = async (chosen: File) => {
    setRefusal(null);
    if (chosen.size > maxPageBytes) return setRefusal(t('customPage:code.fileTooLarge', { size: formatBytes(chosen.size, locale), max }));
    try {
      onReplace(new TextDecoder('utf-8', { fatal: true }).decode(await chosen.arrayBuffer()));
    } catch {
      setRefusal(t('customPage:code.notText'));
    }
  };
  const fillIn = () => {
    const next = template();
    if (html.trim() === '' || html === next) return onReplace(next);
    openDialog({
      kind: 'confirm',
      title: t('customPage:code.templateTitle'),
      description: t('customPage:code.templateText'),
      action: t('customPage:code.templateAction'),
      run: () => onReplace(next),
    });
  };
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 className="me-auto text-ui font-semibold">{t('customPage:code.title')}</h2>
        <Menu
          label={t('customPage:code.insertVariable')}
          closeLabel={t('common:close')}
          items={pageVariables.map((name) => ({
            key: name,
            label: t(`customPage:variable.${name}`),
            end: (
              <bdi dir="ltr" className="mono">
                {`{{${name}}}`}
              </bdi>
            ),
            // The menu first returns the focus to its button; then the editor takes it.
            onSelect: () => setTimeout(() => onInsert(`{{${name}}}`)),
          }))}
          trigger={(trigger) => (
            <Button size="sm" icon={Braces} {...trigger}>
              {t('customPage:code.insertVariable')}
            </Button>
          )}
        />
        <Button size="sm" icon={LayoutTemplate} onClick={fillIn}>
          {t('customPage:code.template')}
        </Button>
        <Button size="sm" icon={FileUp} onClick={() => file.current?.click()}>
          {t('customPage:code.open')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".html,.htm,text/html"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            // Allows selecting the same file again.
            event.target.value = '';
            if (chosen) void open(chosen);
          }}
        />
      </div>
      {refusal && (
        <Banner tone="danger" live>
          {refusal}
        </Banner>
      )}
      <div className="flex items-center gap-3">
        <div className="flex-1">
          <Meter
            value={size / maxPageBytes}
            label={t('customPage:code.sizeLabel')}
            valueText={t('customPage:code.size', { size: formatBytes(size, locale), max })}
            tone={size > maxPageBytes ? 'danger' : size > maxPageBytes * 0.8 ? 'warning' : 'brand'}
          />
        </div>
        <span className="text-help text-text-3" aria-hidden>
          {t('customPage:code.size', { size: formatBytes(size, locale), max })}
        </span>
      </div>
    </>
  );
}
