import { type ClipboardEvent, useState } from 'react';
import { recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { type RecordValues, toFormValues } from './dnsForm.ts';
import type { RecordForm } from './PartField.tsx';

/** Names have no spaces, so text with a type and something after it is a zone file line. */
const recordPattern = new RegExp(`\\s(?:${recordTypes.join('|')})\\s+\\S`, 'i');

/**
 * Fills the form from a zone file line pasted into the name field. Invalid text is inserted as pasted.
 * @param onLines called with text of more than one record, or with two readings
 */
export function useRecordPaste(form: RecordForm, zone: string, onLines?: (text: string) => void) {
  /** The previous values; null when there is nothing to undo. */
  const [before, setBefore] = useState<RecordValues | null>(null);
  const onPaste = async (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!recordPattern.test(text)) return;
    event.preventDefault();
    const values = form.getValues();
    const { checkedFrom, parsePasted } = await import('./paste.ts');
    const { records, doubts, refused, skipped } = parsePasted(text.trim(), zone, { reading: 'meant', otherwise: [] });
    // The dialog shows each record, and both readings of a line that has two.
    if (onLines && (records.length > 1 || doubts.length > 0)) return onLines(text);
    const [read] = records;
    const isOne = records.length + refused.length + skipped.length === 1;
    const checked = read && isOne ? checkedFrom(read, zone) : null;
    if (checked?.ok) {
      form.reset(toFormValues(checked.record), { keepDefaultValues: true });
      setBefore(values);
      return;
    }
    form.setValue('name', text.trim(), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  const undo = () => {
    if (before) form.reset(before, { keepDefaultValues: true });
    setBefore(null);
    form.setFocus('name');
  };
  return { onPaste, hint: before !== null, undo };
}
