import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { linkTimes } from '../../../lib/rules/cloud/space/limits.ts';
import { publicUrl } from '../../../lib/rules/cloud/space/publicUrl.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

type LinkTime = (typeof linkTimes)[number];
const times = { [linkTimes[0]]: 'hour', [linkTimes[1]]: 'day', [linkTimes[2]]: 'week' } as const;

interface ShareProps {
  spaceId: string;
  objectKey: string;
  /** Null: the space isn't public. */
  publicBase: string | null;
}

/** The public URL of an object, and temporary links to it. */
export function Share({ spaceId, objectKey, publicBase }: ShareProps) {
  const t = useT();
  const locale = currentLocale();
  const [time, setTime] = useState<'hour' | 'day' | 'week'>('day');
  const make = useWrite(spaceObject.link);
  const expiresIn = linkTimes.find((one) => times[one] === time) as LinkTime; // each has its name in the table
  const label = {
    hour: t('space:object.hours', counted(1, locale)),
    day: t('space:object.days', counted(1, locale)),
    week: t('space:object.days', counted(7, locale)),
  };
  return (
    <div className="grid gap-[18px]">
      {publicBase !== null && (
        <div className="grid gap-2">
          <span className="text-caption text-text-3">{t('space:access.url')}</span>
          <Url value={publicUrl(publicBase, objectKey)} label={t('space:access.copyUrl')} />
          <p className="text-help text-text-3">{t('space:access.urlText')}</p>
        </div>
      )}
      <p className="text-ui text-text-2">{t('space:object.shareText')}</p>
      <div className="grid gap-2">
        <span className="text-caption text-text-3">{t('space:object.shareFor')}</span>
        <Segmented
          label={t('space:object.shareFor')}
          value={time}
          onChange={(next) => {
            setTime(next);
            make.reset();
          }}
          segments={(['hour', 'day', 'week'] as const).map((value) => ({ value, label: label[value] }))}
          block
        />
      </div>
      {make.data ? (
        <div className="grid gap-2">
          <Url value={make.data.url} label={t('space:object.copyLink')} />
          <p className="text-help text-text-3">{t('space:object.shareUntil', { time: formatDateTime(make.data.expiresAt, locale) })}</p>
        </div>
      ) : (
        <div className="flex justify-end">
          <Button
            kind="primary"
            busy={make.isPending}
            busyLabel={t('common:loading')}
            onClick={() => make.mutate({ spaceId, key: objectKey, expiresIn })}
          >
            {t('space:object.shareMake')}
          </Button>
        </div>
      )}
      <p className="text-help text-text-3">{t(make.data?.revocable === false ? 'space:object.shareFixed' : 'space:object.shareKey')}</p>
    </div>
  );
}

function Url({ value, label }: { value: string; label: string }) {
  const t = useT();
  return (
    <div className="flex items-center gap-2 rounded-md bg-hover p-3">
      <bdi dir="ltr" className="mono min-w-0 flex-1 break-all text-caption text-text">
        {value}
      </bdi>
      <CopyButton value={value} label={label} copiedLabel={t('common:copied')} failedLabel={t('common:copyFailed')} size="xs" />
    </div>
  );
}
