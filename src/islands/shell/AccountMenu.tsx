import { useStore } from '@nanostores/react';
import { Bell, CircleUser, LogOut, Monitor, Moon, Sun, Users } from 'lucide-react';
import { $theme, type Theme, themes } from '../../browser/stores/preferences.ts';
import { $auth, type Auth } from '../../browser/stores/session.ts';
import { notify } from '../../browser/stores/snackbars.ts';
import type { Profile } from '../../lib/contract/account/auth.ts';
import { type Locale, localeFacts, locales } from '../../lib/i18n/locales.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/menuItem.ts';
import { chooseLocale, chooseTheme } from './sync/preferences.ts';
import { signOut } from './sync/session.ts';

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** The signed-in user; language, theme, and sign-out. */
export function AccountMenu({ profile, locale }: { profile: Profile | null; locale: Locale }) {
  const t = useT();
  const auth = useStore($auth, { ssr: (): Auth => ({ state: 'initial' }) });
  const acting = auth.state === 'in' ? (auth.acting ?? null) : null;
  // Loaded when it is used: hardly anybody has several accounts.
  const switchTo = (accountId: string) =>
    import('./switchAccount.ts').then(
      ({ switchAccount }) => switchAccount(accountId),
      () => notify({ type: 'error', title: t('error:title'), description: t('error:network') }),
    );
  const theme = useStore($theme, { ssr: (): Theme => 'system' });
  const full = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  const shown = full || (profile?.email ?? '');
  // A view of support ends by its own strip.
  const others = auth.state === 'in' && !acting?.until ? (auth.accounts ?? []) : [];
  const open = acting?.id ?? profile?.id;
  const accounts = profile && others.length > 0 ? [{ id: profile.id, name: t('shell:account.own') }, ...others] : [];
  const items: MenuItem[] = [
    ...accounts.map(
      ({ id, name }, index): MenuItem => ({
        key: id,
        label: name,
        checked: id === open,
        onSelect: () => id !== open && void switchTo(id),
        ...(index === 0 && { group: t('shell:account.switch') }),
      }),
    ),
    ...locales.map(
      (language, index): MenuItem => ({
        key: language,
        label: localeFacts[language].name,
        checked: language === locale,
        onSelect: () => language !== locale && void chooseLocale(language),
        ...(index === 0 && { group: t('shell:account.language') }),
      }),
    ),
    ...themes.map(
      (choice, index): MenuItem => ({
        key: choice,
        label: t(`shell:account.${choice}`),
        icon: themeIcons[choice],
        checked: choice === theme,
        onSelect: () => chooseTheme(choice),
        ...(index === 0 && { group: t('shell:account.theme') }),
      }),
    ),
    { key: 'account', label: t('shell:route.account'), icon: CircleUser, group: true, href: href('profile') },
    { key: 'accounts', label: t('shell:account.accounts'), icon: Users, href: href('team') },
    { key: 'news', label: t('shell:route.notifications'), icon: Bell, href: href('notifications') },
    { key: 'out', label: t('shell:account.signOut'), icon: LogOut, group: true, onSelect: () => void signOut() },
  ];
  const who = (
    <div className="account-who">
      <Avatar name={shown} size={34} />
      <div className="min-w-0">
        {full && (
          <b className="block truncate">
            <bdi>{full}</bdi>
          </b>
        )}
        {profile && (
          <span className="block truncate text-caption text-text-3">
            <DomainText>{profile.email}</DomainText>
          </span>
        )}
      </div>
    </div>
  );
  return (
    <Menu
      label={t('shell:account.label')}
      closeLabel={t('common:close')}
      items={items}
      header={who}
      trigger={(trigger) => (
        <button type="button" className="avatar-btn" {...trigger}>
          <span className="sr-only">{t('shell:account.label')}</span>
          <Avatar name={shown} size={30} />
        </button>
      )}
    />
  );
}
