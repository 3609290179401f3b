import { FileText, RotateCw, Upload, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Meter } from './Meter.tsx';

export interface DropFile {
  id: string;
  name: string;
  /** Formatted: "1.2 MB". */
  size: ReactNode;
  /** 0 to 1 during the upload. */
  progress?: number | undefined;
  /** One sentence, next to the file. */
  error?: ReactNode;
  /** Below the name when the upload is done: "Uploaded". */
  done?: ReactNode;
  /** The upload failed and can be retried. */
  onRetry?: (() => void) | undefined;
}
export interface FileDropProps {
  /** "Drop to add" and what is allowed. */
  title: ReactNode;
  hint: ReactNode;
  files: readonly DropFile[];
  /** Called with every chosen file; the caller refuses one by `error` on its row. */
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  removeLabel: (name: string) => string;
  /** Required if a file has `onRetry`. */
  retryLabel?: ((name: string) => string) | undefined;
  accept?: string | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
}

export function FileDrop(props: FileDropProps) {
  const { title, hint, files, onAdd, onRemove, removeLabel, retryLabel, accept, multiple = true, disabled } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const addFiles = (list: FileList | null) => list && list.length > 0 && onAdd([...list].slice(0, multiple ? undefined : 1));
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="drop"
        data-over={over || undefined}
        disabled={disabled}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          addFiles(event.dataTransfer.files);
        }}
      >
        <Upload aria-hidden />
        <b>{title}</b>
        <span id={hintId}>{hint}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          addFiles(event.target.files);
          event.target.value = '';
        }}
      />
      {files.length > 0 && (
        <ul>
          {files.map(({ id, name, size, progress, error, done, onRetry }) => (
            <li key={id} className="file-row">
              <FileText aria-hidden />
              <span className="min-w-0">
                <span className="block truncate text-text">
                  <bdi>{name}</bdi>
                </span>
                {progress !== undefined && !error && !done && <Meter value={progress} label={name} />}
                {(error || done) && (
                  <small role={error ? 'alert' : undefined} data-tone={error ? 'danger' : 'success'}>
                    {error ?? done}
                  </small>
                )}
              </span>
              <span className="num text-text-3">{size}</span>
              {onRetry && <IconButton icon={RotateCw} size="xs" tip={false} label={retryLabel?.(name) ?? ''} onClick={onRetry} />}
              <IconButton icon={X} size="xs" tip={false} label={removeLabel(name)} onClick={() => onRemove(id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
