import type { Effect } from '../../lib/rules/cdn/edge/types.ts';
import { after } from '../base/after.ts';
import type { Headers } from '../base/headers.ts';
import type { Copy } from '../cache/copies.ts';
import type { Exchange } from '../request/exchange.ts';
import { Busy, convertImage, type ImageFormat, minify } from './transform.ts';

/** The request whose response is changed. */
type Shaping = Pick<Exchange, 'site' | 'decision' | 'headers' | 'visitor' | 'tools'>;

/** What a visitor gets in place of a stored body. */
export interface Shaped {
  /** Identifies it among the forms of a copy; empty: the original. */
  name: string;
  body: Buffer;
  headers: Headers;
}

/** Larger bodies aren't worth the time and memory. */
const maxText = 2 * 1024 * 1024;
const maxImage = 8 * 1024 * 1024;
/** A visitor who has waited for this long gets the original; what is made serves the next. */
const PATIENCE_MS = 5_000;
/** Few widths, so that a few forms serve all devices. */
const widths = [320, 640, 960, 1280, 1920, 2560] as const;
/** Client hints, which browsers send to sites that ask for them over HTTPS. */
export const hints = 'sec-ch-width, sec-ch-viewport-width, sec-ch-dpr';

const isTransformable = (status: number, headers: Headers): boolean =>
  status === 200 && headers['content-encoding'] === undefined && !/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''));

/** What the engine decides about optimization for a response with these headers. */
function responseEffects({ decision }: Shaping, { answer }: Copy): Map<string, Effect['value']> {
  const [step] = decision.preview('optimization', { answer }).steps;
  return new Map((step?.effect ?? []).map(({ name, value }) => [name, value]));
}

/** The pixels that the visitor's device needs in width, rounded up; null: unknown. */
function widthFor(request: Readonly<Record<string, string>>): number | null {
  const number = (name: string) => {
    const value = Number(request[name]);
    return value > 0 && Number.isFinite(value) ? value : null;
  };
  const view = number('sec-ch-viewport-width');
  const needed = number('sec-ch-width') ?? (view && view * (number('sec-ch-dpr') ?? 1));
  return needed === null ? null : (widths.find((width) => width >= needed) ?? null);
}

const formats: Readonly<Record<string, ImageFormat>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };
const mediaType = (headers: Headers): string =>
  String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? '';

/** Declares to other caches and browsers what the response depends on. @param original its headers before it was changed */
export function withVary(exchange: Shaping, status: number, headers: Headers, original = headers): Headers {
  if (!isTransformable(status, headers)) return headers;
  const type = mediaType(original);
  const names: string[] = [];
  const own: Headers = { ...headers };
  const { settings } = exchange.decision.passage;
  const { optimization: domain } = exchange.site.config;
  const resizes = settings.imageResize ?? domain.imageResize;
  if (type in formats) {
    if ((settings.webp ?? domain.webp) && type !== 'image/webp') names.push('accept');
    if (resizes) names.push(hints);
  } else if (type === 'text/html' && resizes && exchange.visitor.scheme === 'https') own['accept-ch'] ??= hints;
  if (names.length > 0 && !String(own.vary ?? '').includes('*')) own.vary = [own.vary, ...names].filter(Boolean).join(', ');
  return own;
}

/** The form of a copy for this visitor: made from the original once, and stored with it. What fails, or isn't smaller, leaves the original. */
export function shape(exchange: Shaping, copy: Copy): Shaped | Promise<Shaped> {
  const { status, headers, body } = copy;
  const original: Shaped = { name: '', body, headers };
  if (!isTransformable(status, headers)) return original;
  const effects = responseEffects(exchange, copy);
  const planned = textPlan(effects, headers, body) ?? imagePlan(exchange, effects, headers, body);
  if (!planned) return original;
  const { name, type, make } = planned;
  const making = exchange.tools.copies.form(copy, name, () =>
    make().then(
      (made) => (made && made.length < body.length ? made : Buffer.alloc(0)),
      (error: unknown) => {
        if (error instanceof Busy) throw error;
        exchange.tools.log.debug({ err: error, name }, 'edge optimizer failed');
        return Buffer.alloc(0);
      },
    ),
  );
  return after(within(making, PATIENCE_MS), (made) => {
    if (!made?.length) return original;
    // The bytes differ from those that a strong tag stands for (RFC 9110 section 8.8.1).
    const { etag, ...rest } = headers;
    const tag = typeof etag === 'string' ? { etag: etag.startsWith('W/') ? etag : `W/${etag}` } : {};
    return { name, body: made, headers: { ...rest, ...tag, ...(type && { 'content-type': type }) } };
  });
}

/** Null: it failed, or takes longer. */
const within = (making: Buffer | Promise<Buffer>, ms: number): Buffer | Promise<Buffer | null> =>
  making instanceof Promise
    ? Promise.race([making.catch(() => null), new Promise<null>((done) => setTimeout(done, ms, null).unref())])
    : making;

interface Planned {
  name: string;
  /** The new content type, if it changes. */
  type?: string;
  /** Null: it stays as it is. */
  make: () => Promise<Buffer | null>;
}

function textPlan(effects: ReadonlyMap<string, Effect['value']>, headers: Headers, body: Buffer): Planned | null {
  const kind = effects.get('minify');
  if ((kind !== 'html' && kind !== 'css' && kind !== 'js') || body.length > maxText) return null;
  // Bytes of another encoding may look like whitespace or tags.
  if (/charset=(?!"?utf-8)/i.test(String(headers['content-type'] ?? ''))) return null;
  return { name: 'min', make: () => minify(kind, body) };
}

function imagePlan(
  { headers: requestHeaders }: Shaping,
  effects: ReadonlyMap<string, Effect['value']>,
  headers: Headers,
  body: Buffer,
): Planned | null {
  const format = formats[mediaType(headers)];
  if (!format || body.length > maxImage) return null;
  const width = effects.get('imageResize') === true ? widthFor(requestHeaders) : null;
  const to = effects.get('webp') === true ? 'webp' : format;
  if (to === format && width === null) return null;
  const quality = Number(effects.get('imageQuality') ?? 75);
  return {
    name: `${to} ${quality} ${width ?? ''}`,
    ...(to !== format && { type: `image/${to}` }),
    make: () => convertImage(body, { to, quality, width }),
  };
}
