const rendered = new Map<string, Promise<string>>();

/** Renders once for a name. Anew each time while texts are being written. */
export function once(name: string, render: () => Promise<string>): Promise<string> {
  const html = (import.meta.env.PROD && rendered.get(name)) || render();
  rendered.set(name, html);
  return html;
}
