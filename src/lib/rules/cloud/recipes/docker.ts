import { type Recipe, withScript } from './recipe.ts';

/** Docker with Compose. Containers decide which ports they publish. */
export const docker: Recipe = {
  userData: withScript(['docker.io', 'docker-compose'], '#!/bin/sh\nset -eu\nsystemctl enable --now docker\n'),
  memory: 1,
  ports: [],
};
