import { Avatar } from './Avatar.tsx';
import { Choices } from './gallery/Choices.tsx';
import { First } from './gallery/First.tsx';
import { List } from './gallery/List.tsx';
import { Many } from './gallery/Many.tsx';
import { Second } from './gallery/Second.tsx';
import { Third } from './gallery/Third.tsx';
import { texts } from './gallery/texts.ts';
import { Mark } from './Mark.tsx';

/** Every part in every state, for the eye. Development only (pages/dev/ui.astro). */
export default function Gallery({ locale, dir, many }: { locale: string; dir: string; many: boolean }) {
  const t = texts[locale] ?? texts.en;
  if (!t) return null;
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 lg:grid-cols-3">
        <div>
          <First t={t} />
          <Choices t={t} />
        </div>
        <Second t={t} />
        <Third t={t} number={(n) => n.toLocaleString(locale === 'fa' ? 'fa-IR' : 'en')} />
      </div>
      {many && <Many t={t} />}
    </main>
  );
}
