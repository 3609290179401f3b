import { Globe, Server } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** An account without anything: the customer chooses a product, and its form follows. */
export default function FirstStep() {
  const t = useT();
  const choices = [
    { key: 'site', icon: Globe, to: href('domainAdd') },
    { key: 'server', icon: Server, to: href('serverOrder') },
  ] as const;
  return (
    <Card title={t('shell:dashboard.first.title')}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ key, icon: Icon, to }) => (
          <li key={key} className="flex flex-col items-start gap-2 rounded-lg p-4 ring-1 ring-border">
            <Icon aria-hidden className="size-5 text-brand-text" />
            <h3 className="font-semibold text-text">{t(`shell:dashboard.first.${key}.title`)}</h3>
            <p className="mb-2 text-ui">{t(`shell:dashboard.first.${key}.text`)}</p>
            <LinkButton className="mt-auto" href={to}>
              {t(`shell:dashboard.first.${key}.action`)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
