/** The title of a ticket in a list. It is cut at its own end: an English title in a Persian list would lose its beginning. */
export function TicketTitle({ href, title }: { href: string; title: string }) {
  return (
    <a href={href} className="block font-semibold text-text hover:text-brand-text">
      <bdi className="inline-block max-w-full truncate align-bottom">{title}</bdi>
    </a>
  );
}
