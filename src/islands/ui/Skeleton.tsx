import { cx } from './cx.ts';

export interface SkeletonProps {
  /** For screen readers: "Loading". */
  label: string;
  rows?: number | undefined;
  /** Rows of 52 px instead of 46. */
  twoLine?: boolean | undefined;
  className?: string | undefined;
}

/** Grey rows of the size of the real ones. Shown only after 200 ms (css), so that fast responses don't flash. */
export function Skeleton({ label, rows = 6, twoLine, className }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={cx('skeleton', className)}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
        <div key={row} className="skeleton-row" data-two-line={twoLine || undefined} aria-hidden>
          <Bone width={24} height={24} />
          <Bone width={`${34 - ((row * 7) % 17)}%`} />
          <span className="ms-auto" />
          <Bone width={64} height={18} />
          <Bone width={46} />
        </div>
      ))}
    </div>
  );
}

/** One grey shape, for skeletons of another form. Put them in an element with class `skeleton` and a status role. */
export function Bone({ width = '100%', height = 10, className }: { width?: number | string; height?: number; className?: string }) {
  return <span className={cx('bone', className)} style={{ inlineSize: width, blockSize: height }} />;
}
