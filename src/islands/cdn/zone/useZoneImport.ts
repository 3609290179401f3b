import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { chooseReading, type Readings } from '../../../lib/rules/cdn/zone/choice.ts';
import { isZoneArchive, isZoneFile } from '../../../lib/rules/cdn/zone/fileNames.ts';
import type { Choice } from '../../../lib/rules/cdn/zone/types.ts';

type Answer = Output<typeof zone.import>;
export type Conflict = 'skip' | 'replace' | 'equal';
export interface Choices extends Readings {
  proxy: boolean;
  conflict: Conflict;
}

/** The limit of the call; the provider counts in the same unit. */
const MAX_MB = 10;

/** Why a file isn't sent: its type or its size. */
function refusal(file: File): string | null {
  if (!isZoneFile(file.name) && !isZoneArchive(file.name)) return t('zone:error.format');
  if (file.size > MAX_MB * 1024 * 1024) return t('error:fileTooLarge', { max: MAX_MB });
  if (file.size === 0) return t('zone:import.emptyFile');
  return null;
}

/** A refusal names its reason; anything else is a failed upload, with what is known about it. */
const importErrorReason = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('zone:error.upload');
  const isRefusal = error.status >= 400 && error.status < 500;
  return isRefusal ? (error.fields.file ?? error.message) : `${t('zone:error.upload')} ${error.message}`;
};

/**
 * The import of a file: selected, parsed by the provider without storing anything, then imported.
 * @param proxy whether web records go through the CDN until the customer chooses
 */
export function useZoneImport(domainId: string, proxy: boolean) {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ proxy, conflict: 'skip', reading: 'meant', otherwise: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<Answer | null>(null);
  /** The domain's records changed between preview and import. */
  const [isStale, setStale] = useState(false);
  const [done, setDone] = useState<Answer | null>(null);
  const [reading, setReading] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const upload = useWrite(zone.import, { notices: 'form' });

  useEffect(() => () => running.current?.abort(), []);

  /** The dry run. A later one replaces one still running. */
  const read = useCallback(
    async (chosen: File, { otherwise, ...rest }: Choices) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      setReading(true);
      setProblem(null);
      try {
        const input = { domainId, usage: 'zone', ...rest, otherwise: otherwise.join(), leaveOut: false, dryRun: true } as const;
        const answer = await send(zone.import, input, { file: chosen, notices: 'none', signal: control.signal, onProgress: setProgress });
        if (!control.signal.aborted) setPreview(answer);
      } catch (error) {
        if (control.signal.aborted) return;
        setPreview(null);
        setProblem(importErrorReason(error));
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
    setStale(false);
    setDone(null);
    setReading(false);
    setProgress(null);
    const why = chosen && refusal(chosen);
    setProblem(why);
    // The lines are those of the file before.
    const first: Choices = { ...choices, reading: 'meant', otherwise: [] };
    setChoices(first);
    if (chosen && !why && !isZoneArchive(chosen.name)) void read(chosen, first);
  };
  const change = (part: Partial<Choices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    if (file && !refusal(file) && !isZoneArchive(file.name)) void read(file, next);
  };
  /** Chooses the reading of one doubtful line, or of all of them. */
  const readAs = (reading: Choice, line?: number) => change(chooseReading(choices, reading, line));
  /** @param leaveOut without the lines that are refused */
  const store = async (leaveOut: boolean) => {
    if (!file) return;
    setProgress(0);
    setProblem(null);
    setStale(false);
    try {
      const answer = await upload.mutateAsync({
        domainId,
        usage: 'zone',
        ...choices,
        otherwise: choices.otherwise.join(),
        zoneVersion: preview?.imported.zoneVersion,
        leaveOut,
        dryRun: false,
        $send: { file, onProgress: setProgress },
      });
      setDone(answer);
      setFile(null);
      setPreview(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'zone:error.changed') {
        setStale(true);
        await read(file, choices);
      } else setProblem(error.fields.file ?? error.message);
    } finally {
      setProgress(null);
    }
  };
  const importing = upload.isPending;
  return { file, choices, problem, preview, isStale, done, reading, progress, importing, choose, change, readAs, store };
}
