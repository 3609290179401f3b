import type { Tag } from './tags.ts';

/*
 * Scripts that editors insert as the sites ask for it: the posts and videos of others. Each is one file of that site, or one that takes
 * only the number of a post or an account, so an attacker can't put code into it. Libraries and containers of tags, which load what
 * somebody configured, are not among them.
 */
const embeds = new RegExp(
  `^(?:https:)?//(?:${[
    'platform\\.(?:twitter|x)\\.com/widgets\\.js',
    'www\\.instagram\\.com/embed\\.js',
    'www\\.tiktok\\.com/embed\\.js',
    'www\\.threads\\.(?:net|com)/embed\\.js',
    'embed\\.(?:reddit|bsky)\\.(?:com|app)/(?:widgets|static/embed)\\.js',
    'connect\\.facebook\\.net/[a-z]{2}_[a-z]{2}/sdk\\.js(?:#xfbml=1&(?:amp;)?version=v[\\d.]{1,5})?',
    'assets\\.pinterest\\.com/js/pinit(?:_main)?\\.js',
    'embedr\\.flickr\\.com/assets/client-code\\.js',
    's\\.imgur\\.com/min/embed\\.js',
    '(?:cpwebassets|static)\\.codepen\\.io/assets/embed/ei\\.js',
    'speakerdeck\\.com/assets/embed\\.js',
    'player\\.vimeo\\.com/api/player\\.js',
    'www\\.youtube\\.com/iframe_api',
    'cdn\\.embedly\\.com/widgets/platform\\.js',
    'www\\.aparat\\.com/embed/\\w{1,20}(?:\\?[\\w&;=%[\\]]{0,100})?',
    'telegram\\.org/js/telegram-widget\\.js(?:\\?\\d{1,3})?',
    'www\\.googletagmanager\\.com/gtag/js\\?id=(?:g|aw|dc|ua)-[\\w-]{1,20}',
  ].join('|')})$`,
);

/** Whether a script element loads one of them: the first `src` counts, and what is in the element doesn't. */
export function isEmbed({ attributes }: Tag): boolean {
  const source = attributes.find(({ name }) => name === 'src')?.value;
  return source != null && embeds.test(source.trim());
}

/**
 * Arrays into which pages put what their counters shall do, before these are loaded, and the functions for it. What attackers gain is that
 * visits are counted for them too. Counters that load addresses or go to pages on demand (`_gaq`, `_paq`) are not among them.
 */
const queues = '(?:datalayer|gtag|_hmt|uetq|plausible|umami|clarity)';
const literal = `(?:'[^'"\\\\<]{0,80}'|"[^'"\\\\<]{0,80}"|-?\\d{1,12}|true|false|null|new date\\(\\)|arguments)`;
const entry = `(?:[{,]?(?:[\\w$]{1,40}|'[\\w-]{1,40}'|"[\\w-]{1,40}"):)?[[{]{0,3}${literal}[\\]}]{0,3}`;
const statement = new RegExp(
  `(?:(?:var |window\\.)?${queues}=(?:window\\.${queues}\\|\\|)?\\[\\]|${queues}(?:\\.push)?\\((?:${entry}(?:,${entry}){0,20})?\\)|function ${queues}\\(\\)\\{${queues}\\.push\\(arguments\\);?\\})[;,]?`,
  'y',
);

/** Whether a script only tells a counter what to count: it has nothing but such calls, with constants. @param code of the element */
export function isCounter(code: string): boolean {
  const text = code.trim().replace(/(?<!\w)\s+|\s+(?!\w)/g, '');
  let at = 0;
  while (at < text.length) {
    statement.lastIndex = at;
    if (!statement.test(text)) return false;
    at = statement.lastIndex;
  }
  return at > 0;
}
