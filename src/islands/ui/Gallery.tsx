import { Avatar } from './Avatar.tsx';
import { Charts } from './gallery/Charts.tsx';
import { Choices } from './gallery/Choices.tsx';
import { First } from './gallery/First.tsx';
import { List } from './gallery/List.tsx';
import { Second } from './gallery/Second.tsx';
import { Tables } from './gallery/Tables.tsx';
import { Third } from './gallery/Third.tsx';
import { texts } from './gallery/texts.ts';
import { Mark } from './Mark.tsx';

/** Every part in every state, for the eye. Development only (pages/dev/ui.astro). */
export default function Gallery({ locale, dir }: { locale: string; dir: string }) {
  const t = texts[locale] ?? texts.en;
  if (!t) return null;
  const number = (n: number) => n.toLocaleString(locale === 'fa' ? 'fa-IR' : 'en');
  return (
    <main className="min-h-screen bg-surface p-10 max-sm:p-4" dir={dir}>
      <header className="mb-8 flex items-center gap-4">
        <Mark size={30} />
        <h1 className="text-page text-text">{t.title}</h1>
        <span className="ms-auto flex gap-2">
          <Avatar name="parvaz" tile />
          <Avatar name="Sara Amini" />
        </span>
      </header>
      <List t={t} />
      <Charts t={t} locale={locale} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 lg:grid-cols-3">
        <div>
          <First t={t} />
          <Choices t={t} />
        </div>
        <Second t={t} />
        <Third t={t} number={number} />
      </div>
      <Tables t={t} number={number} />
    </main>
  );
}
