import {
  BookOpen,
  CirclePause,
  CirclePlay,
  Copy,
  FileUp,
  Globe,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Sun,
  Trash2,
} from 'lucide-react';
import type { Domain } from '../../../lib/contract/domain.ts';
import { tellCopied } from '../../../lib/copied.ts';
import { type Locale, localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { href, type RouteName, routes } from '../../../lib/routes.ts';
import { toggleFault } from '../../../lib/rules/domain/toggle.ts';
import { setTheme, type Theme, themes } from '../../../lib/stores/preferences.ts';
import { copy } from '../../ui/CopyButton.tsx';
import type { Icon } from '../../ui/icon.ts';
import { routeIcons } from '../icons.ts';
import { chooseLocale } from '../keep-preferences.ts';
import { signOut } from '../keep-session.ts';
import { addressOf } from '../useShell.ts';

/** One line of the palette: a place to go to, or something to do. */
export interface Item {
  key: string;
  label: string;
  icon: Icon;
  /** Quiet words after the label. */
  detail?: string;
  /** The label, or the detail, is a technical value. */
  ltr?: 'label' | 'detail';
  /** Further words that find it, in the caller's language. */
  words?: string;
  /** Keys that do the same. */
  keys?: string;
  /** Why it can't be done now. */
  reason?: string | undefined;
  /** Where it leads. What would destroy something leads to the dialog that asks. */
  to?: string;
  /** Opens beside the panel. */
  outside?: true;
  run?: () => void;
}

type Chosen = Pick<Domain, 'name'> & Partial<Domain>;

/** What can be done with the chosen domain. */
export function domainActions(domain: Chosen): Item[] {
  const { name, status, nameServers } = domain;
  const settings = href('domainSettings', { domain: name });
  const isPaused = status === 'inactive';
  const fault = status && toggleFault(status);
  return [
    {
      key: 'addRecord',
      label: t('shell:palette.addRecord'),
      icon: Plus,
      words: t('shell:palette.words.addRecord'),
      to: `${href('dns', { domain: name })}#add`,
    },
    {
      key: 'import',
      label: t('shell:palette.import'),
      icon: FileUp,
      words: t('shell:palette.words.import'),
      to: href('zoneFile', { domain: name }),
    },
    ...(nameServers
      ? [
          {
            key: 'copyNs',
            label: t('shell:palette.copyNs'),
            icon: Copy,
            detail: nameServers.join(' · '),
            ltr: 'detail' as const,
            run: () => void copy(nameServers.join('\n')).then(tellCopied),
          },
        ]
      : []),
    {
      key: 'pause',
      label: t(isPaused ? 'shell:palette.resume' : 'shell:palette.pause'),
      icon: isPaused ? CirclePlay : CirclePause,
      reason: fault ? t(fault) : undefined,
      to: `${settings}#pause`,
    },
    { key: 'remove', label: t('shell:palette.remove'), icon: Trash2, words: t('shell:palette.words.remove'), to: `${settings}#remove` },
  ];
}

const themeIcons: Record<Theme, Icon> = { system: Monitor, light: Sun, dark: Moon };

/** What can be done wherever one is. */
export const accountActions = (locale: Locale, theme: Theme, showKeys: () => void): Item[] => [
  { key: 'addDomain', label: t('shell:domain.add'), icon: Globe, words: t('shell:palette.words.addDomain'), to: href('domainAdd') },
  ...themes
    .filter((choice) => choice !== theme)
    .map((choice) => ({
      key: `theme ${choice}`,
      label: t('shell:palette.theme', { theme: t(`shell:account.${choice}`) }),
      icon: themeIcons[choice],
      words: t('shell:account.theme'),
      run: () => setTheme(choice),
    })),
  ...locales
    .filter((language) => language !== locale)
    .map((language) => ({
      key: `language ${language}`,
      label: localeFacts[language].name,
      icon: Languages,
      detail: t('shell:account.language'),
      words: `${t('shell:account.language')} ${language}`,
      run: () => void chooseLocale(language),
    })),
  { key: 'keys', label: t('shell:keys.title'), icon: Keyboard, keys: '?', run: showKeys },
  { key: 'out', label: t('shell:account.signOut'), icon: LogOut, run: () => void signOut() },
];

/** The panel's pages: those of the chosen domain, and those that need none. */
export const pages = (domain: string | undefined): Item[] =>
  (Object.keys(routes) as RouteName[]).flatMap((name): Item[] => {
    // the keys of `routes`
    const { title, icon, keys, path, isStep } = routes[name];
    const to = addressOf(name, domain);
    // Adding a domain stands among the actions.
    if (to === null || isStep || name === 'domainAdd') return [];
    const isOfDomain = path.includes('[domain]');
    return [
      {
        key: name,
        label: t(title),
        icon: routeIcons[icon],
        to,
        ...(keys && { keys }),
        ...(isOfDomain && domain !== undefined && { detail: domain, ltr: 'detail' as const }),
      },
    ];
  });

/** A page of the documentation, as `/docs-titles/<language>.json` lists it. */
export interface DocsTitle {
  slug: string;
  title: string;
  description: string;
}
export const guide = ({ slug, title, description }: DocsTitle, prefix: string): Item => ({
  key: `docs ${slug}`,
  label: title,
  icon: BookOpen,
  detail: description,
  to: `${prefix}/docs/${slug}`,
  outside: true,
});
