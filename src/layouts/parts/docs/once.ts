const rendered = new Map<string, Promise<string>>();

/** Renders once per name. In development, renders each time. */
export function once(name: string, render: () => Promise<string>): Promise<string> {
  const html = (import.meta.env.PROD && rendered.get(name)) || render();
  rendered.set(name, html);
  return html;
}
