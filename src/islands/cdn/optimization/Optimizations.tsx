import { FileCode2, FileImage, Gauge, ImageDown, Palette, Scaling, SquareCode } from 'lucide-react';
import { callQueryKey } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { optimization as calls, type Optimization } from '../../../lib/contract/cdn/optimization.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { QualityForm } from './QualityForm.tsx';

/** Minification and image optimization at the edge. */
export default function Optimizations({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, calls.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('optimization:title')}
      description={t('optimization:lead')}
      docs={{ href: guidePath('optimization', currentLocale()), label: t('common:help') }}
      icon={Gauge}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('optimization:loadFailed')}
      rows={6}
    >
      {({ optimization }) => domain && <Settings domain={domain} saved={optimization} />}
    </DomainPage>
  );
}

const kinds = [
  { kind: 'html', icon: FileCode2 },
  { kind: 'css', icon: Palette },
  { kind: 'js', icon: SquareCode },
] as const;

function Settings({ domain: { id: domainId }, saved }: { domain: Domain; saved: Optimization }) {
  const t = useT();
  const locale = currentLocale();
  const { save, pending } = useSaveNow(calls.update, (answer) =>
    cacheIfNewer(callQueryKey(calls.get, { domainId }), 'optimization', answer.optimization),
  );
  const minify = { ...saved.minify, ...pending?.minify };
  const { webp, imageResize } = { ...saved, ...pending };
  const count = (...all: (boolean | undefined)[]) => {
    const on = all.filter(Boolean).length;
    return t('optimization:on', { n: formatNumber(on, locale), total: formatNumber(all.length, locale) });
  };
  const turn = (name: 'webp' | 'imageResize', checked: boolean | undefined = saved[name]) => ({
    checked,
    busy: pending?.[name] !== undefined,
    onChange: (on: boolean) => void save({ domainId, [name]: on }, { domainId, [name]: saved[name] }),
  });
  return (
    <div className="grid max-w-[760px] gap-[18px]">
      <SettingCard title={t('optimization:code')} actions={<span className="card-sub">{count(minify.html, minify.css, minify.js)}</span>}>
        {kinds.map(({ kind, icon }) => (
          <SettingRow
            key={kind}
            icon={icon}
            title={t(`optimization:${kind}.title`)}
            description={t(`optimization:${kind}.text`)}
            toggle={{
              checked: minify[kind] ?? saved.minify[kind],
              busy: pending?.minify?.[kind] !== undefined,
              onChange: (on) => void save({ domainId, minify: { [kind]: on } }, { domainId, minify: { [kind]: saved.minify[kind] } }),
            }}
          />
        ))}
      </SettingCard>
      <SettingCard title={t('optimization:images')} actions={<span className="card-sub">{count(webp, imageResize)}</span>}>
        <SettingRow
          icon={FileImage}
          title={t('optimization:webp.title')}
          description={t('optimization:webp.text')}
          toggle={turn('webp', webp)}
        />
        <SettingRow
          icon={Scaling}
          title={t('optimization:resize.title')}
          description={t('optimization:resize.text')}
          toggle={turn('imageResize', imageResize)}
        />
        <SettingRow
          icon={ImageDown}
          title={t('optimization:quality.title')}
          description={t(webp || imageResize ? 'optimization:quality.text' : 'optimization:quality.unused')}
          on={Boolean(webp || imageResize)}
          control={
            <QualityForm
              key={saved.imageQuality}
              value={saved.imageQuality}
              onSave={(imageQuality) => save({ domainId, imageQuality }, { domainId, imageQuality: saved.imageQuality })}
            />
          }
        />
      </SettingCard>
    </div>
  );
}
