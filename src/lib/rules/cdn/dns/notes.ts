import { type Fault, fault, isFault } from '../../core/fault.ts';

/** What a customer may note at a record. DNS doesn't serve it. Lengths in UTF-16 code units, as in the contract. */
export const maxComment = 500;
export const maxTags = 20;
export const maxTag = 60;

/** A comment is one line, also in a zone file. */
const control = /\p{Cc}/u;
/** What separates tags in a form, a zone file or a CSV file can't be in one. */
const notInTag = /[\s\p{Cc},،;"'\\()]/u;

/** @returns the comment without spaces around it; empty: none */
export function checkComment(text: string): string | Fault {
  const comment = text.trim();
  if (comment.length > maxComment) return fault('dns:error.commentTooLong', { length: comment.length, max: maxComment });
  return control.test(comment) ? fault('dns:error.commentControl') : comment;
}

function checkTag(text: string): string | Fault {
  const tag = text.trim();
  if (tag === '') return fault('dns:error.tagEmpty');
  const [wrong] = notInTag.exec(tag) ?? [];
  if (wrong !== undefined)
    return wrong.trim() === '' ? fault('dns:error.tagSpace', { tag }) : fault('dns:error.tagCharacter', { tag, char: wrong });
  return tag.length > maxTag ? fault('dns:error.tagTooLong', { tag, max: maxTag }) : tag;
}

/** @returns the tags in their order, each once */
export function checkTags(texts: readonly string[]): string[] | Fault {
  const tags = new Set<string>();
  for (const text of texts) {
    const tag = checkTag(text);
    if (isFault(tag)) return tag;
    tags.add(tag);
  }
  return tags.size > maxTags ? fault('dns:error.tagsTooMany', { max: maxTags }) : [...tags];
}

/** Text of a form → tags. */
export const splitTags = (text: string): string[] => text.split(/[\s,،]+/u).filter(Boolean);
