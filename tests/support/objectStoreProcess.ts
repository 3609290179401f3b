/* An embedded object store as a process of its own: node objectStoreProcess.ts FOLDER. Prints its URL. */
import { FsStore } from '../../src/provider/drivers/objects/fs/store.ts';

const [folder = '', accessKey = '', secretKey = ''] = process.argv.slice(2);
const store = new FsStore({
  folder,
  host: '127.0.0.1',
  port: 0,
  endpoint: undefined,
  region: 'us-east-1',
  root: { accessKey, secretKey },
  secret: 'seals the keys of the spaces in tests',
  panelOrigin: 'http://127.0.0.1:4321',
  clock: Date.now,
  log: { info() {}, warn() {}, error: console.error },
});
await store.listen();
console.log(store.endpoint().url);
