import { iso } from '../../../../lib/time.ts';
import { notImplemented, S3Error } from '../s3Error.ts';
import { readXml } from '../xml.ts';
import type { Catalog } from './catalog.ts';
import { NULL_VERSION } from './catalogRows.ts';
import { owner, type Run, xmlAnswer } from './exchange.ts';
import { listVersions } from './listing.ts';
import { parseLimit, quoted } from './operations.ts';
import { parseEncoding } from './spaces.ts';
import { checkVersionId, timeOfVersionId } from './versionIds.ts';

export const getVersioning: Run = (objects, { space }) =>
  xmlAnswer('VersioningConfiguration', { Status: objects.space(space).versioning ?? undefined });

export const putVersioning: Run = async (objects, { space, document }) => {
  const { Status, MfaDelete = 'Disabled' } = readXml(await document(), 'VersioningConfiguration', { Status: 'text', MfaDelete: 'text' });
  if (MfaDelete.trim() !== 'Disabled') throw notImplemented('element', 'MfaDelete', MfaDelete);
  const versioning = Status?.trim();
  if (versioning !== 'Enabled' && versioning !== 'Suspended')
    throw new S3Error('IllegalVersioningConfigurationException', 'The Versioning element must be specified');
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { versioning }));
  return { status: 200 };
};

/**
 * The time after which a list continues. If the version `null` was deleted in the meantime, it continues with all versions of its key.
 */
export const timeAfter = (catalog: Catalog, space: string, key: string, version: string): number =>
  timeOfVersionId(version) ?? catalog.version(space, key, NULL_VERSION)?.modified ?? Number.MAX_SAFE_INTEGER;

export const listObjectVersions: Run = (objects, { space, params }) => {
  const { name, apply } = parseEncoding(params);
  const [prefix, delimiter, marker] = [params.get('prefix') ?? '', params.get('delimiter') ?? '', params.get('key-marker') ?? ''];
  const idMarker = params.get('version-id-marker') ?? '';
  if (idMarker !== '' && marker === '')
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.');
  const limit = parseLimit(params.get('max-keys'), 'max-keys');
  const before = idMarker === '' ? null : timeAfter(objects.catalog, space, marker, checkVersionId(idMarker));
  const page = listVersions(objects.catalog, space, prefix, delimiter, marker, before, limit);
  const entry = ({ key, version, isLatest, modified }: (typeof page.objects)[number]) => ({
    Key: apply(key),
    VersionId: version,
    IsLatest: isLatest,
    LastModified: iso(modified),
    Owner: owner,
  });
  return xmlAnswer('ListVersionsResult', {
    Name: space,
    Prefix: apply(prefix),
    KeyMarker: apply(marker),
    VersionIdMarker: idMarker,
    NextKeyMarker: page.next ? apply(page.next.key) : undefined,
    NextVersionIdMarker: page.next?.version ?? undefined,
    Delimiter: delimiter === '' ? undefined : apply(delimiter),
    MaxKeys: limit,
    EncodingType: name,
    IsTruncated: page.next !== null,
    Version: page.objects
      .filter(({ isMarker }) => !isMarker)
      .map((row) => ({
        ...entry(row),
        ETag: quoted(row.etag),
        ChecksumAlgorithm: row.checksum?.algorithm,
        ChecksumType: row.checksum?.type,
        Size: row.size,
        StorageClass: 'STANDARD',
      })),
    DeleteMarker: page.objects.filter(({ isMarker }) => isMarker).map(entry),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: apply(folder) })),
  });
};
