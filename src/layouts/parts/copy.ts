import { withoutMarks } from '../../lib/format/isolate.ts';

/* Persian and Arabic texts isolate their values by characters that must not be in what is copied. */
document.addEventListener('copy', (event) => {
  const selection = getSelection();
  const isTyped = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
  if (event.defaultPrevented || isTyped || !event.clipboardData || !selection?.rangeCount) return;
  const text = selection.toString();
  if (withoutMarks(text) === text) return;
  const copy = document.createElement('div');
  copy.append(selection.getRangeAt(0).cloneContents());
  event.clipboardData.setData('text/plain', withoutMarks(text));
  event.clipboardData.setData('text/html', withoutMarks(copy.innerHTML));
  event.preventDefault();
});
