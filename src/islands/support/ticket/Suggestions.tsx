import { BookOpen, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { type HelpSearch, loadHelp, suggest } from './suggest.ts';

/** Guides and answers that fit the title while it is typed. Without them the ticket is written all the same. */
export function Suggestions({ text }: { text: string }) {
  const t = useT();
  const locale = currentLocale();
  const [help, setHelp] = useState<HelpSearch | null>(null);
  const isTyped = text.trim() !== '';
  useEffect(() => {
    if (!isTyped) return;
    let gone = false;
    loadHelp(locale).then(
      (search) => gone || setHelp(search),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [locale, isTyped]);
  const found = help ? suggest(help, text) : [];
  return (
    <Card title={t('ticket:suggest.title')} line>
      {found.length === 0 ? (
        <p className="text-help text-text-3">{t('ticket:suggest.none')}</p>
      ) : (
        <ul className="grid gap-3" aria-live="polite">
          {found.map(({ label, href }) => (
            <li key={href} className="flex gap-2.5">
              <BookOpen aria-hidden className="mt-0.5 size-4 flex-none text-text-3" />
              {/* Beside the panel, so that what was written stays. */}
              <a className="link min-w-0" href={href} target="_blank" rel="noopener">
                {label}
                <ExternalLink aria-hidden className="ms-1 inline size-3.5 align-[-2px]" />
                <span className="sr-only">{` (${t('ticket:suggest.new')})`}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
