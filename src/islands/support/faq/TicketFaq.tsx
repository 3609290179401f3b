import { ChevronDown, Plus } from 'lucide-react';
import { useAddress } from '../../../browser/address.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href, siteHref } from '../../../lib/routes/index.ts';
import type { Block, Inline } from '../../../lib/rules/core/prose.ts';
import { Card } from '../../ui/Card.tsx';
import { NoResults } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { folded } from '../../ui/options.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';

interface Topic {
  id: string;
  name: string;
  entries: readonly { id: string; question: string; answer: readonly Block[]; plain: string }[];
}

const wholeView = { q: '' };

/** The questions of the public FAQ, in the panel, with expandable answers. */
export default function TicketFaq({ topics }: { topics: readonly Topic[] }) {
  const t = useT();
  const locale = currentLocale();
  const [{ q }, setView] = useAddress(wholeView);
  const words = folded(q).split(/\s+/).filter(Boolean);
  const fits = ({ question, plain }: Topic['entries'][number]) => {
    const text = folded(`${question} ${plain}`);
    return words.every((word) => text.includes(word));
  };
  const found = topics.map((topic) => ({ ...topic, entries: topic.entries.filter(fits) })).filter(({ entries }) => entries.length > 0);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const add = (
    <LinkButton kind="primary" icon={Plus} changes="tickets" href={href('ticketNew')}>
      {t('ticket:new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('ticket:faq.title')}
        description={t('ticket:faq.lead')}
        docs={{ href: guidePath('ticketFaq', locale), label: t('common:help') }}
        breadcrumb={[{ label: t('ticket:title'), href: href('tickets') }]}
        breadcrumbLabel={t('ticket:title')}
        actions={add}
      />
      <div className="mb-4 max-w-[480px]">
        <SearchInput label={t('ticket:faq.search')} clearLabel={t('common:clear')} value={q} onChange={(text) => setView({ q: text })} />
      </div>
      {count === 0 && (
        <Card>
          <NoResults title={t('ticket:faq.none')} description={t('ticket:faq.noneText')} action={add} />
        </Card>
      )}
      <div className="grid gap-[18px]">
        {found.map(({ id, name, entries }) => (
          <Card key={id} title={name} line flush>
            <ul>
              {entries.map(({ id: key, question, answer }) => (
                <li key={key} className="border-border not-first:border-t">
                  <details className="group" open={words.length > 0 && count <= 3}>
                    <summary className="flex cursor-pointer list-none items-center gap-3 px-5 py-3.5 text-ui font-semibold text-text hover:bg-hover">
                      <span className="min-w-0 flex-1">{question}</span>
                      <ChevronDown aria-hidden className="size-4 flex-none text-text-3 transition-transform group-open:rotate-180" />
                    </summary>
                    <div className="grid max-w-[72ch] gap-3 px-5 pb-4 text-ui text-text-2">
                      {answer.map((block, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their places
                        <Prose key={index} block={block} />
                      ))}
                    </div>
                  </details>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <p role="status" className="mt-3 text-caption text-text-3">
        {t('ticket:faq.count', counted(count, locale))}
      </p>
    </>
  );
}

function Prose({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <InlineText parts={block.parts} />
      </p>
    );
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List className={block.kind === 'steps' ? 'grid list-decimal gap-1.5 ps-5.5' : 'grid list-disc gap-1.5 ps-5.5'}>
      {block.items.map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change their places
        <li key={index}>
          <InlineText parts={parts} />
        </li>
      ))}
    </List>
  );
}

function InlineText({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'code')
      return (
        <code key={key} dir="ltr" className="rounded-xs bg-hover px-1.25 py-0.5 text-text ring-1 ring-border">
          {part.text}
        </code>
      );
    if (part.kind === 'link')
      return (
        <a key={key} className="link" href={siteHref(part.href as `/${string}`, currentLocale())}>
          {part.text}
        </a>
      );
    return part.text;
  });
}
