const kept = new Map<string, Promise<string>>();

/** Renders once for a name. Anew each time while texts are being written. */
export function keep(name: string, render: () => Promise<string>): Promise<string> {
  const html = (import.meta.env.PROD && kept.get(name)) || render();
  kept.set(name, html);
  return html;
}
