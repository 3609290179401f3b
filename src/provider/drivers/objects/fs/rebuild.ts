import type { Logger } from 'pino';
import type { Blobs } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import type { Manifest, Manifests } from './manifests.ts';

/** Names in the log; more are only counted. */
const NAMED = 20;

/**
 * Fills an index that isn't ready from the manifests. Every object must have all its content. Clients start multipart uploads that
 * weren't completed again; their content is deleted a day later, with everything else that no object refers to. Where objects may be
 * without a manifest, it is left alone instead.
 */
export async function rebuild(
  catalog: Catalog,
  manifests: Manifests,
  blobs: Blobs,
  now: number,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<void> {
  const wasComplete = manifests.isComplete;
  let isEmpty = true;
  for await (const names of blobs.names()) {
    isEmpty &&= names.length === 0;
    catalog.found(names);
  }
  let unreadable = 0;
  let lost = 0;
  const named: string[] = [];
  for await (const batch of manifests.all()) {
    isEmpty = false;
    const whole: Manifest[] = [];
    for (const manifest of batch) {
      if (manifest === null) unreadable++;
      else if (manifest.type === 'space' || (await Promise.all(manifest.object.blobs.map((blob) => blobs.isWhole(blob)))).every(Boolean))
        whole.push(manifest);
      else if (lost++ < NAMED) named.push(`${manifest.space}/${manifest.object.key}`);
    }
    catalog.restore(whole);
  }
  const isComplete = isEmpty || (wasComplete && unreadable === 0);
  // Before the index is ready: once it is, nobody comes back to this.
  if (isComplete !== wasComplete) manifests.setComplete(isComplete);
  const restored = catalog.restored(isComplete ? now : null);
  if (restored === null || (isEmpty && !wasComplete)) return;
  const { guessed, ...figures } = restored;
  log.info(figures, 'object store rebuilt its index from manifests');
  if (lost > 0) log.error({ objects: lost, named }, 'object store failed to restore objects: content is missing');
  if (guessed.length > 0)
    log.error({ spaces: guessed }, 'object store is missing space manifests; set their keys, CORS and lifecycle rules again');
  if (!isComplete)
    log.error(
      { unreadable, files: figures.unreferenced },
      'objects without a readable manifest could not be restored; files without an object stay in the folder “blobs”',
    );
}
