import { createServer, createServerModuleRunner } from 'vite';
import { isCall } from '../../src/adapter/incoming.ts';

const BOOT = '/src/boot.ts';
/** Changes that arrive within this time are one: a checkout, or an editor that writes a file twice. In ms. */
const TOGETHER_MS = 30;
/** How long a change waits for calls in progress, in ms. */
const CALLS_MS = 2000;

/** The back end of this process, made on first use: Astro reads its configuration again when that changes. */
export const backend = () => {
  globalThis.nasimBackend ??= makeBackend().then((made) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void made.stop().then(() => process.exit(0)));
    return made;
  });
  return globalThis.nasimBackend;
};

/**
 * The back end of `npm run dev`: the adapter and, unless `PROVIDER_URL` is set, the provider with its jobs and engines, in the process of
 * Astro. Vite's module runner evaluates them, so that a changed file and what imports it can be evaluated again; nothing else of the
 * process restarts (docs/decisions/0002).
 * @param {string} [root] the folder with `src`; another one in tests
 */
export async function makeBackend(root = process.cwd()) {
  const vite = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    // Astro's server watches the files.
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { moduleGraph } = vite.environments.ssr;
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const { evaluatedModules } = runner;
  /** Calls of the running portal that have no response yet. */
  const calls = new Set();
  /** @type {import('../../src/edgeProcess.ts').LocalEdge | undefined} */
  let edge;
  /** What the edge beside the portal last reported: it goes on when the portal is replaced. */
  let edgeState;
  let edgePort;
  let isStarted = false;
  const add = (nodes, node) => node && nodes.add(node);

  /** @returns whether a file was evaluated, itself or by an import of it */
  function invalidate(file) {
    moduleGraph.onFileChange(file);
    const reached = new Set(evaluatedModules.getModulesByFile(file));
    for (const node of reached) {
      evaluatedModules.invalidateModule(node);
      for (const id of node.importers) add(reached, evaluatedModules.getModuleById(id));
    }
    return reached.size > 0;
  }

  /** Starts the portal; pages and calls that arrive meanwhile wait for it (`globalThis.nasim`). */
  async function start({ boot }) {
    globalThis.nasim = undefined;
    const portal = await boot();
    const { answer } = portal.adapter;
    portal.adapter.answer = (incoming) => {
      const call = answer(incoming);
      calls.add(call);
      const end = () => calls.delete(call);
      call.then(end, end);
      return call;
    };
    if (portal.edge && edgeState) Object.assign(portal.edge.local, edgeState);
    portal.start();
    return portal;
  }

  async function replace(before, next) {
    const old = await before.catch(() => null);
    old?.drain();
    await Promise.race([Promise.allSettled(calls), new Promise((done) => setTimeout(done, CALLS_MS))]);
    await old?.stop();
    return start(next);
  }

  /** Evaluates what has changed. Code that can't be evaluated is reported, and what ran before goes on. */
  async function reload() {
    try {
      const next = await runner.import(BOOT);
      const began = performance.now();
      globalThis.nasim = replace(globalThis.nasim, next);
      await globalThis.nasim;
      console.log(`The back end was reloaded in ${Math.round(performance.now() - began)} ms.`);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error);
    }
  }

  async function restartEdge() {
    if (!edge) return;
    await edge.stop();
    await startEdge(edgePort);
  }

  async function startEdge(port) {
    const portal = await globalThis.nasim;
    if (!portal.edge) return;
    const { superviseEdge } = await runner.import('/src/edgeProcess.ts');
    edge = superviseEdge({
      env: portal.env,
      keys: portal.edge.keys,
      port,
      onListening(state) {
        edgeState = state;
        void globalThis.nasim?.then((running) => Object.assign(running.edge.local, state)).catch(() => {});
      },
      warn: console.error,
    });
  }

  return {
    /** Starts the portal; nothing if it runs, because Astro starts its server again after a change of its configuration. */
    async start() {
      if (isStarted) return;
      isStarted = true;
      await start(await runner.import(BOOT));
    },

    /**
     * A module as it is now, and the files below `src` that it was evaluated from.
     * @param {string} file its path
     * @returns {Promise<{ exports: Record<string, unknown>, files: string[] }>}
     */
    async load(file) {
      const exports = await runner.import(file);
      const reached = new Set(evaluatedModules.getModulesByFile(file));
      for (const { imports } of reached) for (const id of imports) add(reached, evaluatedModules.getModuleById(id));
      return { exports, files: [...reached].map((node) => node.file).filter((name) => name.includes('/src/')) };
    },

    /** Reloads when a file of the back end changes. @param {import('node:events').EventEmitter} watcher of Astro's server */
    watch(watcher) {
      const changed = new Set();
      let timer;
      let turn = Promise.resolve();
      watcher.on('all', (event, file) => {
        if (!/^(change|add|unlink)$/.test(event) || !/\/src\/.*(?<!\.test)\.(ts|json)$/.test(file)) return;
        // At once: a module of the contract may be asked for before the reload.
        const isEvaluated = invalidate(file);
        // Threads of the provider load files that it doesn't import itself.
        if (!isEvaluated && !/\/src\/(provider|dns|edge)\//.test(file)) return;
        changed.add(file);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const isOfEdge = [...changed].some((one) => /\/src\/(edge|lib\/rules)\//.test(one));
          changed.clear();
          turn = turn.then(reload).then(() => isOfEdge && restartEdge());
        }, TOGETHER_MS);
      });
    },

    /** Starts the edge beside the portal, unless it runs elsewhere or already here. @param {number} port where the portal listens */
    async startEdge(port) {
      if (edgePort !== undefined) return;
      edgePort = port;
      await startEdge(port);
    },

    /** Answers calls before Astro, as `server.mjs` does. */
    answer(request, response, next) {
      if (!isCall(request.url ?? '')) return next();
      globalThis.nasim?.then((portal) => portal.api(request, response)).catch(next);
    },

    /** An upgrade of Astro's server: consoles. Vite's own connection isn't below `/api`. */
    upgrade(request, socket, head) {
      if (request.url?.startsWith('/api/')) void globalThis.nasim?.then((portal) => portal.upgrade(request, socket, head));
    },

    async stop() {
      const portal = await globalThis.nasim?.catch(() => null);
      portal?.drain();
      await Promise.all([portal?.stop(), edge?.stop()]);
      await vite.close();
    },
  };
}
