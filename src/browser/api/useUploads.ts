import { useEffect, useRef, useState } from 'react';
import { upload } from '../../lib/contract/core/upload.ts';
import { formatBytes } from '../../lib/format/quantity.ts';
import { currentLocale, t } from '../../lib/i18n/react.tsx';
import { acceptedExtensions, detectFileType, type UploadUsage, uploadLimits } from '../../lib/rules/core/upload.ts';
import { send } from './client.ts';
import { ApiError } from './errors.ts';

/** A selected file, as shown by `UploadField`. */
export interface UploadRow {
  id: string;
  name: string;
  /** Formatted. */
  size: string;
  /** 0 to 1 during the upload. */
  progress?: number | undefined;
  error?: string | undefined;
  done?: string | undefined;
  /** A retry may succeed: the connection failed, the file wasn't refused. */
  canRetry?: boolean | undefined;
}
interface Item extends UploadRow {
  file: File;
  fileId?: string;
  leave?: AbortController;
}

export interface Uploads {
  rows: readonly UploadRow[];
  accept: string;
  /** No more files can be added. */
  isFull: boolean;
  /** Some files are still being uploaded. */
  isBusy: boolean;
  /** IDs of the uploaded files, for the call that sends the message. */
  ids: readonly string[];
  add(files: File[]): void;
  remove(id: string): void;
  retry(id: string): void;
  /** Clears the list after the message was sent. */
  clear(): void;
}

/**
 * Files of a message being written. They are uploaded one after the other when selected, so that the message itself can be
 * sent without delay. The provider validates everything again.
 * @param owner the item that the message belongs to, if it exists: its files aren't added twice
 */
export function useUploads(usage: UploadUsage, owner?: string): Uploads {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [draft] = useState(() => crypto.randomUUID());
  const queue = useRef(Promise.resolve());
  const latest = useRef(items);
  latest.current = items;
  const change = (id: string, part: Partial<Item>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...part } : item)));

  const start = (id: string, file: File) => {
    const leave = new AbortController();
    change(id, { progress: 0, error: undefined, canRetry: undefined, leave });
    queue.current = queue.current.then(async () => {
      if (leave.signal.aborted) return;
      if (!(await isAccepted(file))) {
        change(id, { progress: undefined, error: t('error:fileFormat') });
        return;
      }
      try {
        const options = {
          file,
          signal: leave.signal,
          notices: 'none',
          onProgress: (progress: number) => change(id, { progress }),
        } as const;
        const answer = await send(upload.file, { usage, draft, ...(owner && { owner }) }, options);
        // It was removed before the response arrived.
        if (leave.signal.aborted) return discard(answer.file.id);
        change(id, { progress: undefined, done: t('common:upload.done'), fileId: answer.file.id, name: answer.file.name });
      } catch (error) {
        if (leave.signal.aborted) return;
        const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
        const message = error instanceof ApiError ? (error.fields.file ?? error.message) : t('error:uploadFailed');
        change(id, { progress: undefined, error: message, canRetry: !isRefusal });
      }
    });
  };

  // Leaving the page aborts uploads in progress; the provider deletes completed ones after a day.
  useEffect(
    () => () => {
      for (const { leave } of latest.current) leave?.abort();
    },
    [],
  );

  const counted = items.filter(({ error, canRetry }) => !error || canRetry).length;
  return {
    rows: items,
    accept: acceptedExtensions,
    isFull: counted >= uploadLimits.files,
    isBusy: items.some(({ progress }) => progress !== undefined),
    ids: items.flatMap(({ fileId }) => fileId ?? []),
    add(files) {
      let room = uploadLimits.files - counted;
      const listed = items.filter(({ error, canRetry }) => !error || canRetry).map(({ file }) => file);
      const added = files.map((file): Item => {
        const base = { id: crypto.randomUUID(), file, name: file.name, size: formatBytes(file.size, currentLocale()) };
        if (listed.some((other) => isSame(other, file))) return { ...base, error: t('error:fileDuplicate') };
        listed.push(file);
        if (room <= 0) return { ...base, error: t('error:tooManyFiles', { max: uploadLimits.files }) };
        if (file.size > uploadLimits.bytes) return { ...base, error: t('error:fileTooLarge', { max: uploadLimits.bytes / 1024 / 1024 }) };
        room--;
        return base;
      });
      setItems((before) => [...before, ...added]);
      for (const { id, file, error } of added) if (!error) start(id, file);
    },
    remove(id) {
      const item = items.find((one) => one.id === id);
      item?.leave?.abort();
      if (item?.fileId) discard(item.fileId);
      setItems((before) => before.filter((one) => one.id !== id));
    },
    retry(id) {
      const item = items.find((one) => one.id === id);
      if (item) start(id, item.file);
    },
    clear: () => setItems([]),
  };
}

const isSame = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Whether the beginning of a file is of a type that the provider accepts: it validates the whole file. */
async function isAccepted(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  return detectFileType({ head, isText: !head.includes(0), name: file.name }) !== null;
}

/** Not awaited: a file that can't be deleted now is deleted after a day. */
const discard = (fileId: string): void => void send(upload.delete, { fileId }, { notices: 'none' }).catch(() => {});
