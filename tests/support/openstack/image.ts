import { CloudFault, type CloudState, page, type Route } from './cloud.ts';

const missing = (id: string) => new CloudFault(404, '', `No image found with ID ${id}`);

export function imageRoutes(state: CloudState): Route[] {
  const find = (id: string | undefined, projectId: string, isAdmin: boolean) => {
    const image = state.images.get(id ?? '');
    if (!image || !(isAdmin || image.visibility === 'public' || image.owner === projectId)) throw missing(id ?? '');
    return image;
  };
  return [
    [
      'GET',
      /^\/images$/,
      ({ query, projectId, isAdmin }) => {
        const filters = [...query].filter(([name]) => !['limit', 'marker', 'visibility'].includes(name));
        const visibility = query.get('visibility');
        const rows = [...state.images.values()].filter(
          (image) =>
            (isAdmin || image.visibility === 'public' || image.owner === projectId) &&
            (visibility === null || visibility === 'all' || image.visibility === visibility) &&
            filters.every(([name, value]) => image[name] === value),
        );
        const { rows: images, next } = page(rows, query);
        return {
          body: { images, first: '/v2/images', schema: '/v2/schemas/images', ...(next !== null && { next: `/v2/images?${next}` }) },
        };
      },
    ],
    ['GET', /^\/images\/([\w-]+)$/, ({ params, projectId, isAdmin }) => ({ body: find(params[0], projectId, isAdmin) })],
    [
      'DELETE',
      /^\/images\/([\w-]+)$/,
      ({ params, projectId, isAdmin }) => {
        const image = find(params[0], projectId, isAdmin);
        if (image.protected) throw new CloudFault(403, '', `Image ${image.id} is protected and cannot be deleted.`);
        if (!isAdmin && image.owner !== projectId) throw new CloudFault(403, '', 'You are not permitted to delete this image.');
        state.images.delete(image.id);
        return { status: 204 };
      },
    ],
  ];
}
