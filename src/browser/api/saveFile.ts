/** Downloads a text as a file. */
export const saveFile = (fileName: string, text: string, type: string): void =>
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));

/** Downloads a file that a call returned. */
export function saveContent({ name, mime, content }: { name: string; mime: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  saveBlob(name, new Blob([bytes], { type: mime }));
}

function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
