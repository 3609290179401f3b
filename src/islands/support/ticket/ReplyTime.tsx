import { Clock } from 'lucide-react';
import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { brand } from '../../../config/brand.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatOfficeHours } from '../../../lib/format/officeHours.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';

/** When support answers, by the support plan of the account. */
export function ReplyTime() {
  const t = useT();
  const may = useMay();
  const locale = currentLocale();
  const { aroundTheClock, officeHours } = brand.support;
  const hours = aroundTheClock ? t('ticket:reply.hours') : t('ticket:reply.office', { hours: formatOfficeHours(officeHours, locale) });
  const current = useRead(supportPlan.list, {}).data?.current;
  return (
    <Card title={t('ticket:reply.hoursTitle')} line>
      <div className="grid gap-2.5 text-ui">
        <p className="flex gap-2.5">
          <Clock aria-hidden className="mt-0.5 size-4 flex-none text-text-3" />
          {current ? t('supportPlan:answer', counted(current.replyHours, locale)) : hours}
        </p>
        {current && <p className="text-help text-text-3">{hours}</p>}
        {may('support') && (
          <a className="link justify-self-start" href={href('supportPlan')}>
            {t('supportPlan:link')}
          </a>
        )}
      </div>
    </Card>
  );
}
