// `npm start`: from a fresh clone to a running portal. Any Node from 18 on can run this; the portal itself runs on Node 24.
import { announce } from './lib/announce.mjs';
import { build, install, prepareEdge, stopQuietly } from './lib/prepare.mjs';
import { portalFlags, replaceProcess } from './lib/run.mjs';

try {
  await install({ dev: false });
  await build();
} catch (error) {
  stopQuietly(error);
}
prepareEdge();
replaceProcess([...portalFlags, 'server.mjs'], { isService: true, onMessage: announce });
