import { BookOpen, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import type { Help } from './suggest.ts';

/** Guides and answers that fit the title while it is typed. Without them the ticket is written all the same. */
export function Suggestions({ text }: { text: string }) {
  const t = useT();
  const locale = currentLocale();
  const [answer, setAnswer] = useState<((text: string) => Help[]) | null>(null);
  const isTyped = text.trim() !== '';
  useEffect(() => {
    if (!isTyped) return;
    let gone = false;
    const load = async () => {
      const { loadHelp, suggest } = await import('./suggest.ts');
      const help = await loadHelp(locale);
      if (!gone) setAnswer(() => (typed: string) => suggest(help, typed));
    };
    load().catch(() => {});
    return () => {
      gone = true;
    };
  }, [locale, isTyped]);
  const found = answer?.(text) ?? [];
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
