import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDebian } from './debian.ts';
import { type ImageManifest, imagesFolder, publishImage } from './manifest.ts';
import { type ImageRequest, readRequest } from './options.ts';
import { ImageError } from './programs.ts';
import { compressImage, inspectImage } from './qcow2.ts';
import { loadSource } from './source.ts';

// `npm run compute:image`: builds an image of a system for the servers of this host, or adds one from elsewhere.

async function addImage(request: ImageRequest, folder: string): Promise<ImageManifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // In the same file system as the images, so that the finished one can be renamed.
  const work = await mkdtemp(join(folder, '.new-'));
  const [raw, packed] = [join(work, 'raw'), join(work, 'image.qcow2')];
  try {
    if (request.action === 'build') {
      await buildDebian({ ...request, file: raw });
      const minDisk = await compressImage(raw, 'raw', packed);
      return await publishImage(folder, packed, { ...request, minDisk, user: 'root', boot: 'bios' });
    }
    const source = await loadSource(request.from, raw, request.sha256);
    const minDisk = await compressImage(source, await inspectImage(source), packed);
    return await publishImage(folder, packed, { ...request, minDisk });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  const request = readRequest(process.argv.slice(2));
  if (request.action === 'build') console.log('Building the image. This takes a few minutes …');
  const image = await addImage(request, imagesFolder(process.env.DATA_DIR || './data'));
  console.log(`${image.type} ${image.version}: ${Math.round(image.size / 1024 ** 2)} MB, for disks of at least ${image.minDisk} GB`);
} catch (error) {
  console.error(error instanceof ImageError ? error.message : error);
  process.exitCode = 1;
}
