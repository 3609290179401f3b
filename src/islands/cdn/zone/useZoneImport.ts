import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../lib/api/client.ts';
import { ApiError } from '../../../lib/api/errors.ts';
import { useWrite } from '../../../lib/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { t } from '../../../lib/i18n/react.tsx';

type Answer = Output<typeof zone.import>;
export type Conflict = 'skip' | 'replace';
export interface Choices {
  proxy: boolean;
  conflict: Conflict;
}

/** The limit of a zone file; the provider counts in the same unit. */
const MAX_MB = 30;

/** Why a file isn't sent: its type or its size. */
function refusal(file: File): string | null {
  if (!/\.txt$/i.test(file.name)) return t('zone:error.format');
  if (file.size > MAX_MB * 1024 * 1024) return t('error:fileTooLarge', { max: MAX_MB });
  if (file.size === 0) return t('zone:import.emptyFile');
  return null;
}

/** A refusal names its reason; anything else is a failed upload, with what is known about it. */
const saidOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('zone:error.upload');
  const isRefusal = error.status >= 400 && error.status < 500;
  return isRefusal ? (error.fields.file ?? error.message) : `${t('zone:error.upload')} ${error.message}`;
};

/** The import of a file: selected, parsed by the provider without storing anything, then imported. */
export function useZoneImport(domainId: string) {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ proxy: false, conflict: 'skip' });
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<Answer | null>(null);
  const [done, setDone] = useState<Answer | null>(null);
  const [reading, setReading] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const upload = useWrite(zone.import, { notices: 'form' });

  useEffect(() => () => running.current?.abort(), []);

  /** The dry run. A later one replaces one still running. */
  const read = useCallback(
    async (chosen: File, { proxy, conflict }: Choices) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      setReading(true);
      setProblem(null);
      try {
        const input = { domainId, usage: 'zone', proxy, conflict, leaveOut: false, dryRun: true } as const;
        const answer = await send(zone.import, input, { file: chosen, notices: 'none', signal: control.signal, onProgress: setProgress });
        if (!control.signal.aborted) setPreview(answer);
      } catch (error) {
        if (control.signal.aborted) return;
        setPreview(null);
        setProblem(saidOf(error));
      } finally {
        if (!control.signal.aborted) {
          setReading(false);
          setProgress(null);
        }
      }
    },
    [domainId],
  );

  const choose = (chosen: File | null) => {
    running.current?.abort();
    setFile(chosen);
    setPreview(null);
    setDone(null);
    setReading(false);
    setProgress(null);
    const why = chosen && refusal(chosen);
    setProblem(why);
    if (chosen && !why) void read(chosen, choices);
  };
  const change = (part: Partial<Choices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    if (file && !refusal(file)) void read(file, next);
  };
  /** @param leaveOut without the lines that are refused */
  const store = async (leaveOut: boolean) => {
    if (!file) return;
    setProgress(0);
    setProblem(null);
    try {
      const answer = await upload.mutateAsync({
        domainId,
        usage: 'zone',
        ...choices,
        leaveOut,
        dryRun: false,
        $send: { file, onProgress: setProgress },
      });
      setDone(answer);
      setFile(null);
      setPreview(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields.file ?? error.message);
    } finally {
      setProgress(null);
    }
  };
  return { file, choices, problem, preview, done, reading, progress, importing: upload.isPending, choose, change, store };
}
