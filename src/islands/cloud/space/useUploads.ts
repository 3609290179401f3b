import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { stale } from '../../../browser/api/query.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { partSize } from '../../../lib/rules/cloud/space/limits.ts';

export interface Upload {
  id: string;
  file: File;
  key: string;
  /** Uploaded bytes. */
  sent: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  error: string | null;
  /** Set once a multipart upload has started. */
  uploadId: string | null;
  /** Offset of the next part. */
  offset: number;
}

/**
 * Uploads files one after the other. A large one is uploaded in parts: after a failure it resumes with the failed part. The list
 * belongs to the page; leaving it cancels the uploads.
 */
export function useUploads(spaceId: string, prefix: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef<{ id: string; abort: AbortController } | null>(null);
  const change = useCallback((id: string, part: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  }, []);

  const run = useCallback(
    async (upload: Upload, signal: AbortSignal) => {
      const { id, file, key } = upload;
      let { offset, uploadId } = upload;
      change(id, { state: 'running', error: null });
      try {
        do {
          const part = file.slice(offset, offset + partSize);
          const from = offset;
          const answer = await send(
            spaceObject.upload,
            { spaceId, key, size: file.size, offset, type: file.type || undefined, uploadId: uploadId ?? undefined },
            {
              file: new File([part], file.name, { type: file.type }),
              notices: 'none',
              signal,
              onProgress: (done) => change(id, { sent: from + part.size * done }),
            },
          );
          offset = answer.received;
          uploadId = answer.uploadId;
          change(id, { sent: offset, offset, uploadId });
        } while (offset < file.size);
        change(id, { state: 'done', sent: file.size });
        stale(spaceObject.upload);
      } catch (error) {
        if (signal.aborted) return;
        const isGone = error instanceof ApiError && error.code === 'space:error.uploadGone';
        change(id, {
          state: 'failed',
          error: error instanceof Error ? error.message : '',
          ...(isGone && { offset: 0, uploadId: null, sent: 0 }),
        });
      }
    },
    [spaceId, change],
  );

  const next = useCallback(async () => {
    while (!running.current) {
      const upload = queue.current.shift();
      if (!upload) return;
      const abort = new AbortController();
      running.current = { id: upload.id, abort };
      await run(upload, abort.signal);
      running.current = null;
    }
  }, [run]);

  useEffect(
    () => () => {
      queue.current = [];
      running.current?.abort.abort();
    },
    [],
  );

  const start = (added: readonly Upload[]) => {
    queue.current.push(...added);
    void next();
  };
  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file) => ({
        id: crypto.randomUUID?.() ?? `${file.name}-${Math.random()}`,
        file,
        key: prefix + file.name,
        sent: 0,
        state: 'waiting' as const,
        error: null,
        uploadId: null,
        offset: 0,
      }));
      setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
      start(added);
    },
    /** Resumes a failed upload. */
    resume(id: string) {
      const upload = uploads.find((one) => one.id === id);
      if (upload) start([upload]);
    },
    /** Removes an upload from the list; its uploaded parts are deleted. */
    remove(id: string) {
      const upload = uploads.find((one) => one.id === id);
      queue.current = queue.current.filter((one) => one.id !== id);
      if (running.current?.id === id) running.current.abort.abort();
      setUploads((all) => all.filter((one) => one.id !== id));
      if (!upload?.uploadId || upload.state === 'done') return;
      // Otherwise the store deletes it after a week.
      void send(spaceObject.abort, { spaceId, key: upload.key, uploadId: upload.uploadId }, { notices: 'none' }).catch(() => {});
    },
  };
}
