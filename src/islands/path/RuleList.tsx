import { FlaskConical, Pencil, Rocket, Trash2 } from 'lucide-react';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type Path, path } from '../../lib/contract/path.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { navigate } from '../../lib/navigate.ts';
import { href } from '../../lib/routes.ts';
import { settingNames } from '../../lib/rules/path/diff.ts';
import { openDialog } from '../../lib/stores/dialogs.ts';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { OrderedList, stateOf } from '../ui/order/OrderedList.tsx';
import { isCode, sayValue, titleOf } from './words.ts';

interface RuleListProps {
  domain: Domain;
  rules: readonly Path[];
}

export function RuleList({ domain, rules }: RuleListProps) {
  const t = useT();
  const domainId = domain.id;
  const toggle = useWrite(path.toggleDeploy);
  const reorder = useWrite(path.reorder);
  const remove = useWrite(path.delete);
  const rows = rules.map((rule) => ({ id: rule.id, title: rule.title, state: stateOf(rule), rule }));
  const addressOf = (id: string) => href('pageRule', { domain: domain.name, rule: id });
  return (
    <Card flush>
      <OrderedList
        label={t('path:list')}
        rows={rows}
        busyId={toggle.isPending ? toggle.variables.pathId : undefined}
        onSwitch={({ id }, deploy) => toggle.mutate({ domainId, pathId: id, deploy })}
        onOrder={(ids) => reorder.mutateAsync({ domainId, ids })}
        body={({ id, rule }) => <Body rule={rule} address={addressOf(id)} />}
        actions={({ id, title, state, rule }) => [
          { key: 'edit', label: t('rules:edit'), icon: Pencil, onSelect: () => navigate.to(addressOf(id)) },
          ...(state === 'draft'
            ? [
                {
                  key: 'deploy',
                  label: t('rules:deployDraft'),
                  icon: Rocket,
                  onSelect: () => toggle.mutate({ domainId, pathId: id, deploy: true }),
                },
              ]
            : []),
          {
            key: 'trace',
            label: t('path:trace'),
            icon: FlaskConical,
            onSelect: () =>
              navigate.to(`${href('trace', { domain: domain.name })}?url=${encodeURIComponent(exampleOf(rule.path, domain.name))}`),
          },
          {
            key: 'delete',
            label: t('rules:delete'),
            icon: Trash2,
            danger: true,
            group: true as const,
            onSelect: () =>
              openDialog({
                kind: 'confirm',
                title: t('path:removing.title', { title }),
                description: t('path:removing.text', { path: rule.path }),
                action: t('path:delete'),
                run: () => remove.mutateAsync({ domainId, pathId: id }),
              }),
          },
        ]}
      />
      <p className="border-t border-border px-[18px] py-3 text-help text-text-2">{t('path:note')}</p>
    </Card>
  );
}

/** An address that a path fits: what it leaves open is left out. */
export const exampleOf = (pattern: string, domain: string): string =>
  `https://${(pattern.startsWith('/') ? `${domain}${pattern}` : pattern.replace('*.', 'www.')).replaceAll('*', '')}`;

function Body({ rule, address }: { rule: Path; address: string }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <a href={address} className="font-semibold [overflow-wrap:anywhere] hover:text-brand-text hover:underline">
          {rule.title}
        </a>
        <bdi dir="ltr" className="mono text-text-2 [overflow-wrap:anywhere]">
          {rule.path}
        </bdi>
      </div>
      <ul className="mt-1 flex flex-wrap gap-1.5" aria-label={t('path:settings')}>
        {rule.mode === 'bypass' ? (
          <li>
            <Badge square tone="warning">
              {t('path:mode.bypass')}
            </Badge>
          </li>
        ) : (
          settingNames.map((name) => {
            const value = rule.settings[name];
            if (value === undefined) return null;
            return (
              <li
                key={name}
                className="max-w-full [&>.badge]:h-auto [&>.badge]:min-h-5 [&>.badge]:max-w-full [&>.badge]:flex-wrap [&>.badge]:gap-y-0 [&>.badge]:whitespace-normal"
              >
                <Badge square>
                  {titleOf(name, t)}
                  <bdi dir={isCode(name) ? 'ltr' : undefined} className="max-w-[min(220px,100%)] truncate text-text">
                    {sayValue(name, value, t, locale)}
                  </bdi>
                </Badge>
              </li>
            );
          })
        )}
      </ul>
    </>
  );
}
