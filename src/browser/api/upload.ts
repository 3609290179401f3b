import { t } from '../../lib/i18n/react.tsx';
import { ApiError } from './errors.ts';

const IDLE_MS = 18_000;

interface UploadOptions {
  file?: File;
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
}

/** Sends a file with its fields. XMLHttpRequest, because `fetch` doesn't report upload progress. */
export function uploadFile(
  url: string,
  fields: Record<string, unknown>,
  headers: Record<string, string>,
  { file, signal, onProgress }: UploadOptions,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  if (file) form.append('file', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let idle: ReturnType<typeof setTimeout> | undefined;
    const fail = (key: 'error:timeout' | 'error:network') => {
      clearTimeout(idle);
      reject(new ApiError(key, 0, t(key)));
    };
    // A slow connection isn’t a reason to time out; one without progress is.
    const watch = () => {
      clearTimeout(idle);
      idle = setTimeout(() => {
        request.abort();
        fail('error:timeout');
      }, IDLE_MS);
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      watch();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      clearTimeout(idle);
      resolve({ status: request.status, text: request.responseText });
    };
    request.onerror = () => fail('error:network');
    signal?.addEventListener('abort', () => {
      clearTimeout(idle);
      request.abort();
      reject(new DOMException('aborted', 'AbortError'));
    });
    watch();
    request.send(form);
  });
}
