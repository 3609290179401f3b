import type { Input } from '../../../lib/contract/call.ts';
import type { CustomPageForm, customPage, WholePage } from '../../../lib/contract/cdn/customPage.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { type PageKind, pageKinds } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { pageTemplate } from '../../../lib/rules/cdn/customPage/template.ts';

/** The form input besides the HTML, which the editor holds. */
export interface Values {
  kind: PageKind;
  /** Null: every other error. */
  statusCode: number | null;
  title: string;
  enabled: boolean;
}

/** The initial values: the page, or the template of the type in the address. */
export function beginning(page: WholePage | null): { values: Values; html: string } {
  if (page) {
    const { kind, statusCode = null, title, enabled, html } = page;
    return { values: { kind, statusCode, title, enabled }, html };
  }
  const named = new URLSearchParams(location.search).get('kind');
  const kind = pageKinds.find((one) => one === named) ?? 'maintenance';
  return { values: { kind, statusCode: null, title: t(`customPage:kind.${kind}`), enabled: false }, html: template(kind, null) };
}

export const template = (kind: PageKind, statusCode: number | null): string => pageTemplate(t, currentLocale(), kind, statusCode);

/** The form as call input: only an error page has a status. */
export const sent = ({ kind, statusCode, ...values }: CustomPageForm): Pick<Input<typeof customPage.create>, keyof CustomPageForm> => ({
  ...values,
  kind,
  ...(kind === 'error' && { statusCode: statusCode ?? null }),
});
