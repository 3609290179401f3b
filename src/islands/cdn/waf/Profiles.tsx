import type { useSaveNow } from '../../../browser/api/saveNow.ts';
import type { waf as calls, Waf } from '../../../lib/contract/cdn/waf.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { wafProfiles } from '../../../lib/rules/cdn/edge/protection.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';

interface ProfilesProps {
  domainId: string;
  profiles: Waf['profiles'];
  change: ReturnType<typeof useSaveNow<typeof calls.modules>>;
}

/** The applications whose own requests the WAF expects. */
export function Profiles({ domainId, profiles, change }: ProfilesProps) {
  const t = useT();
  const { pending } = change;
  const chosen = pending?.profiles ?? profiles;
  const save = (id: Waf['profiles'][number], isOn: boolean) => {
    const next = wafProfiles.filter((one) => (one === id ? isOn : profiles.includes(one)));
    void change.save({ domainId, profiles: next }, { domainId, profiles });
  };
  return (
    <Card title={t('waf:profiles.title')} sub={t('waf:profiles.text')} line flush>
      <ul className="divide-y divide-border">
        {wafProfiles.map((id) => {
          const title = t(`edge:profile.${id}`);
          return (
            <li key={id} className="flex items-center gap-x-4 px-[18px] py-4">
              <div className="min-w-0 flex-1">
                <p className="font-semibold text-text">{title}</p>
                <p className="text-help text-text-2">{t(`waf:profile.${id}`)}</p>
              </div>
              <Switch
                aria-label={t('waf:profiles.switch', { title })}
                checked={chosen.includes(id)}
                busy={pending?.profiles !== undefined}
                onChange={(isOn) => save(id, isOn)}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
