import {
  BookOpen,
  Calculator,
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
import { notifyCopied } from '../../../browser/copied.ts';
import type { Command, FindIndex } from '../../../browser/find/index.ts';
import { type Theme, themes } from '../../../browser/stores/preferences.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { isolate } from '../../../lib/format/isolate.ts';
import { type Locale, localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { href, type RouteName, routeNames, routes, siteHref } from '../../../lib/routes/index.ts';
import { isForStaff } from '../../../lib/routes/staff.ts';
import { toggleFault } from '../../../lib/rules/cdn/domain/toggle.ts';
import { copy } from '../../ui/CopyButton.tsx';
import type { Icon } from '../../ui/icon.ts';
import { routeIcons } from '../icons.ts';
import { chooseLocale, chooseTheme } from '../sync/preferences.ts';
import { signOut } from '../sync/session.ts';
import { routeAddress } from '../useShell.ts';

/** One item of the palette: a page to open, or an action. */
export interface Item {
  key: string;
  label: string;
  icon: Icon;
  /** Muted text after the label. */
  detail?: string;
  /** The label, or the detail, is a technical value. */
  ltr?: 'label' | 'detail';
  /** Synonyms that find it, in the caller's language. */
  words?: string | undefined;
  /** Keyboard shortcut. */
  keys?: string;
  /** Why it isn't available now. */
  reason?: string | undefined;
  /** Its target. A destructive action opens its confirmation dialog. */
  to?: string;
  /** Opens beside the panel. */
  outside?: true;
  run?: () => void;
}

type Chosen = Pick<Domain, 'name'> & Partial<Domain>;

/** Synonyms of actions; none until the index is loaded. */
type Words = Partial<Readonly<Record<Command, string>>>;

/** Actions for the chosen domain. */
export function domainActions(domain: Chosen, words: Words = {}): Item[] {
  const { name, status, nameServers } = domain;
  const settings = href('domainSettings', { domain: name });
  const isPaused = status === 'inactive';
  const fault = status && toggleFault(status);
  return [
    {
      key: 'addRecord',
      label: t('shell:palette.addRecord'),
      icon: Plus,
      words: words.addRecord,
      to: `${href('dns', { domain: name })}#add`,
    },
    {
      key: 'import',
      label: t('shell:palette.import'),
      icon: FileUp,
      words: words.import,
      to: href('zoneFile', { domain: name }),
    },
    ...(nameServers
      ? [
          {
            key: 'copyNs',
            label: t('shell:palette.copyNs'),
            icon: Copy,
            words: words.copyNs,
            detail: nameServers.join(' · '),
            ltr: 'detail' as const,
            run: () => void copy(nameServers.join('\n')).then(notifyCopied),
          },
        ]
      : []),
    {
      key: 'pause',
      label: t(isPaused ? 'shell:palette.resume' : 'shell:palette.pause'),
      icon: isPaused ? CirclePlay : CirclePause,
      words: words.pause,
      reason: fault ? t(fault) : undefined,
      to: `${settings}#pause`,
    },
    { key: 'remove', label: t('shell:palette.remove'), icon: Trash2, words: words.remove, to: `${settings}#remove` },
  ];
}

const themeIcons: Record<Theme, Icon> = { system: Monitor, light: Sun, dark: Moon };

/** Whether the role in the account acted for can use a screen. */
type Offers = (name: RouteName) => boolean;

/** Actions that are available everywhere. */
export const accountActions = (locale: Locale, theme: Theme, showKeys: () => void, offers: Offers, words: Words = {}): Item[] => [
  ...(offers('domainAdd')
    ? [{ key: 'addDomain', label: t('shell:domain.add'), icon: Globe, words: words.addDomain, to: href('domainAdd') }]
    : []),
  {
    key: 'calculator',
    label: t('shell:palette.calculator'),
    icon: Calculator,
    words: words.calculator,
    to: siteHref('/calculator', locale),
    outside: true,
  },
  ...themes
    .filter((choice) => choice !== theme)
    .map((choice) => ({
      key: `theme ${choice}`,
      label: t('shell:palette.theme', { theme: t(`shell:account.${choice}`) }),
      icon: themeIcons[choice],
      words: words[choice],
      run: () => chooseTheme(choice),
    })),
  ...locales
    .filter((language) => language !== locale)
    .map((language) => ({
      key: `language ${language}`,
      label: localeFacts[language].name,
      icon: Languages,
      detail: t('shell:account.language'),
      words: words[language],
      run: () => void chooseLocale(language),
    })),
  { key: 'keys', label: t('shell:keys.title'), icon: Keyboard, keys: '?', words: words.keys, run: showKeys },
  { key: 'out', label: t('shell:account.signOut'), icon: LogOut, words: words.out, run: () => void signOut() },
];

/** The panel's pages: those of the chosen domain, and those that need none. `words`: synonyms by route. */
export const pages = (
  domain: string | undefined,
  words: Readonly<Record<string, string>> = {},
  offers: Offers = (name) => isForStaff(null, name),
): Item[] =>
  routeNames.filter(offers).flatMap((name): Item[] => {
    const { title, icon, keys, path, isStep } = routes[name];
    const to = routeAddress(name, domain);
    // Adding a domain is one of the actions; a page with further parameters is opened from its list.
    if (to === null || isStep || name === 'domainAdd' || /\[(?!domain\])/.test(path)) return [];
    const isOfDomain = path.includes('[domain]');
    return [
      {
        key: name,
        label: t(title),
        icon: routeIcons[icon],
        to,
        words: words[name] ?? '',
        ...(keys && { keys }),
        ...(isOfDomain && domain !== undefined && { detail: domain, ltr: 'detail' as const }),
      },
    ];
  });

/** Single settings of a domain, each with its screen; and with the domain where it isn't the one of the page. */
export const settingItems = ({ settings }: FindIndex, domain: string, isOfPage: boolean): Item[] =>
  settings.map(({ key, route, hash, label, words }) => ({
    key: `setting ${key}`,
    label,
    words,
    icon: routeIcons[routes[route].icon],
    detail: isOfPage ? t(routes[route].title) : `${t(routes[route].title)} · ${isolate(domain)}`,
    to: `${href(route, { domain })}${hash}`,
  }));

/** Pages of the documentation. */
export const guides = ({ docs }: FindIndex, locale: Locale): Item[] =>
  docs.map(({ slug, title, description, words }) => ({
    key: `docs ${slug}`,
    label: title,
    words,
    icon: BookOpen,
    detail: description,
    to: siteHref(`/docs/${slug}`, locale),
    outside: true,
  }));

/** What helps when the palette has no answer. */
export const otherwise = (query: string, locale: Locale, offers: Offers): Item[] => {
  const text = query.trim();
  const named = { text };
  return [
    {
      key: 'otherwise docs',
      label: t('shell:palette.searchDocs', named),
      icon: BookOpen,
      to: `${siteHref('/docs', locale)}?q=${encodeURIComponent(text)}`,
      outside: true,
    },
    ...(offers('ticketNew')
      ? [
          {
            key: 'otherwise ticket',
            label: t('shell:palette.openTicket', named),
            icon: routeIcons[routes.tickets.icon],
            to: `${href('ticketNew')}#title=${encodeURIComponent(text)}`,
          },
        ]
      : []),
  ];
};

export const isOtherwise = ({ key }: Item): boolean => key.startsWith('otherwise ');
