import { maxComment, maxTag, maxTags } from '../dns/notes.ts';

/** What a customer noted at a record; absent: nothing. */
export interface Notes {
  comment?: string;
  tags?: string[];
}

/** A text as a JSON string in plain ASCII. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The comments of a line that hold the notes of its record, without the semicolon. */
export const printNotes = ({ comment, tags }: Notes): string[] => [
  ...(comment === undefined ? [] : [`nasim: comment=${quoted(comment)}`]),
  ...(tags === undefined ? [] : [`nasim: tags=${quoted(tags.join(','))}`]),
];

const exportNote = /,?\s*nasim: (comment|tags)=("(?:[^"\\]|\\.)*")/g;
/** Cloudflare writes the comment, then `cf_tags=` with its own marks and the customer's tags. */
const cloudflare = /^(.*?)\s*\bcf_tags\s*=(.*)$/;

/** A tag of another provider, with what a tag here can't have replaced by hyphens. */
const toTag = (text: string): string =>
  text
    .trim()
    .replace(/[\s\p{Cc},،;"'\\()]+/gu, '-')
    .slice(0, maxTag);
const toNotes = (comment: string, tags: readonly string[]): Notes => {
  const text = comment
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxComment);
  const list = [...new Set(tags.map(toTag).filter(Boolean))].slice(0, maxTags);
  return { ...(text !== '' && { comment: text }), ...(list.length > 0 && { tags: list }) };
};

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}

/**
 * Reads the notes in the comment of a line, of our own files and of Cloudflare's.
 * @returns also the rest of the comment, so that a note can't be taken for a mark
 */
export function readNotes(text: string): { notes: Notes; rest: string } {
  const found = { comment: '', tags: '' };
  const rest = text.replace(exportNote, (_, name: keyof typeof found, value: string) => {
    found[name] = unquoted(value);
    return '';
  });
  const [, before = '', list = ''] = cloudflare.exec(rest) ?? [];
  const theirs = list.split(',').filter((tag) => !/^\s*cf-/.test(tag));
  return { notes: toNotes(found.comment || before, [...found.tags.split(','), ...theirs]), rest: list === '' ? rest : `cf_tags=${list}` };
}
