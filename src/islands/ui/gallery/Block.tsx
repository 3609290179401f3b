import type { ReactNode } from 'react';

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-9">
      <h2 className="mb-4 border-b border-border pb-2 text-caption font-[550] text-text-2">{title}</h2>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
export const GalleryRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-3">{children}</div>
);
