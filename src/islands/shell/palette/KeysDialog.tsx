import { useStore } from '@nanostores/react';
import { $shortcuts } from '../../../browser/stores/preferences.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type RouteName, routeNames, routes } from '../../../lib/routes/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Switch } from '../../ui/Switch.tsx';

interface KeysDialogProps {
  open: boolean;
  onClose: () => void;
  /** The shortcut of the palette. */
  jump: string;
  offers: (name: RouteName) => boolean;
}

/** The keyboard shortcuts of the panel, and the switch that turns off single-key ones (WCAG 2.1.4). */
export default function KeysDialog({ open, onClose, jump, offers }: KeysDialogProps) {
  const t = useT();
  const on = useStore($shortcuts);
  const groups = [
    {
      title: t('shell:keys.anywhere'),
      rows: [
        { keys: [jump], text: t('shell:palette.title'), always: true },
        { keys: ['/'], text: t('shell:keys.search') },
        { keys: ['?'], text: t('shell:keys.title') },
        { keys: ['Esc'], text: t('shell:keys.close'), always: true },
      ],
    },
    {
      title: t('shell:palette.goTo'),
      rows: routeNames.filter(offers).flatMap((name) => {
        const { keys, title } = routes[name];
        return keys ? [{ keys: keys.toUpperCase().split(' '), text: t(title) }] : [];
      }),
    },
    {
      title: t('shell:keys.lists'),
      rows: [
        { keys: ['N'], text: t('shell:palette.addRecord') },
        { keys: ['Enter'], text: t('shell:keys.save'), always: true },
      ],
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('shell:keys.title')} closeLabel={t('common:close')}>
      <div className="keys-groups">
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ keys, text, always }) => (
                <div key={text} data-off={(!on && !always) || undefined}>
                  <dt>{text}</dt>
                  <dd dir="ltr">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="keys-switch">
        <Switch
          changes={false}
          label={t('shell:keys.single')}
          help={t('shell:keys.singleWhy', { key: jump })}
          checked={on}
          onChange={(next) => $shortcuts.set(next)}
        />
      </div>
    </Dialog>
  );
}
