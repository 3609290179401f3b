import { useWrite } from '../../../browser/api/query.ts';
import { type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { formatList } from '../../../lib/format/list.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { allowedSources, anywhere, sshPort } from '../../../lib/rules/cloud/firewall.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

interface SshAccessProps {
  groups: readonly ServerFirewall[];
  chosen: readonly string[];
  /** SSH keys are the only way to sign in; a password also works in the console. */
  isKey: boolean;
  onChoose: (groupId: string) => void;
}

/** From where SSH reaches the server through the chosen firewall groups; from nowhere: a group that allows it, with one click. */
export function SshAccess({ groups, chosen, isKey, onChoose }: SshAccessProps) {
  const t = useT();
  const add = useWrite(serverFirewall.add);
  const sources = allowedSources(
    groups.filter(({ id }) => chosen.includes(id)),
    sshPort,
  );
  if (sources.length > 0) {
    const isOpen = sources.some((source) => Object.values<string>(anywhere).includes(source));
    const from = isOpen ? t('serverFirewall:anywhere') : formatList(sources, currentLocale());
    return <p className="text-help text-text-2">{t('serverOrder:resources.sshFrom', { from })}</p>;
  }
  const known = groups.find((group) => allowedSources([group], sshPort).length > 0);
  return (
    <Banner
      tone="warning"
      live
      action={
        <span className="flex flex-wrap gap-2">
          {known && (
            <Button size="sm" onClick={() => onChoose(known.id)}>
              {t('serverOrder:resources.sshUse', { title: known.title })}
            </Button>
          )}
          <Button
            changes
            size="sm"
            busy={add.isPending}
            onClick={() =>
              add.mutate(
                { title: unused(t('serverFirewall:templates.ssh'), groups), template: 'ssh' },
                { onSuccess: ({ group }) => onChoose(group.id) },
              )
            }
          >
            {t('serverOrder:resources.sshAdd')}
          </Button>
        </span>
      }
    >
      {t(isKey ? 'serverOrder:resources.sshShutKey' : 'serverOrder:resources.sshShut')}
    </Banner>
  );
}

/** The title, with a number if another group has it. */
function unused(title: string, groups: readonly ServerFirewall[]): string {
  const titles = new Set(groups.map((group) => group.title.toLowerCase()));
  return [title, ...groups.map((_, index) => `${title} ${index + 2}`)].find((one) => !titles.has(one.toLowerCase())) ?? title;
}
