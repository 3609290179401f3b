import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createServer, createServerModuleRunner } from 'vite';
import { isCall } from '../../src/adapter/incoming.ts';
import type { Nasim } from '../../src/adapter/nasim.ts';
import type { Supervised } from '../../src/lib/node/supervise.ts';
import type { LocalEdgeState } from '../../src/lib/rules/core/localEdge.ts';

type Boot = Pick<typeof import('../../src/boot.ts'), 'boot'>;
type Backend = Awaited<ReturnType<typeof makeBackend>>;

declare global {
  var nasimBackend: Promise<Backend> | undefined;
}

const BOOT = '/src/boot.ts';
/** Changes that arrive within this time are one: a checkout, or an editor that writes a file twice. In ms. */
const TOGETHER_MS = 30;
/** How long a change waits for calls in progress, in ms. */
const CALLS_MS = 2000;

/** The back end of this process, made on first use: Astro reads its configuration again when that changes. */
export const backend = (): Promise<Backend> => {
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
 * @param root the folder with `src`; another one in tests
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
  const calls = new Set<Promise<unknown>>();
  let edge: Supervised | undefined;
  let compute: Supervised | undefined;
  /** What the edge beside the portal last reported: it goes on when the portal is replaced. */
  let edgeState: LocalEdgeState | undefined;
  let edgePort: number | undefined;
  let isStarted = false;
  const add = <N>(nodes: Set<N>, node: N | undefined) => node && nodes.add(node);

  /** @returns whether a file was evaluated, itself or by an import of it */
  function invalidate(file: string): boolean {
    moduleGraph.onFileChange(file);
    const reached = new Set(evaluatedModules.getModulesByFile(file));
    for (const node of reached) {
      evaluatedModules.invalidateModule(node);
      for (const id of node.importers) add(reached, evaluatedModules.getModuleById(id));
    }
    return reached.size > 0;
  }

  /** Starts the portal; pages and calls that arrive meanwhile wait for it (`globalThis.nasim`). */
  async function start({ boot }: Boot): Promise<Nasim> {
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

  async function replace(before: Promise<Nasim> | undefined, next: Boot): Promise<Nasim> {
    const old = await before?.catch(() => null);
    old?.drain();
    await Promise.race([Promise.allSettled(calls), new Promise((done) => setTimeout(done, CALLS_MS))]);
    await old?.stop();
    return start(next);
  }

  /** Evaluates what has changed. Code that can't be evaluated is reported, and what ran before goes on. */
  async function reload() {
    try {
      const next = await runner.import<Boot>(BOOT);
      const began = performance.now();
      globalThis.nasim = replace(globalThis.nasim, next);
      await globalThis.nasim;
      console.log(`The back end was reloaded in ${Math.round(performance.now() - began)} ms.`);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      console.error(error);
    }
  }

  async function restartEdge() {
    if (!edge || edgePort === undefined) return;
    await edge.stop();
    await startEdge(edgePort);
  }

  async function startEdge(port: number): Promise<void> {
    const portal = await globalThis.nasim;
    if (!portal?.edge) return;
    const { superviseEdge } = await runner.import<typeof import('../../src/edgeProcess.ts')>('/src/edgeProcess.ts');
    edge = superviseEdge({
      env: portal.env,
      keys: portal.edge.keys,
      port,
      onListening(state) {
        edgeState = state;
        void globalThis.nasim?.then((running) => running.edge && Object.assign(running.edge.local, state)).catch(() => {});
      },
      warn: console.error,
    });
  }

  return {
    /** Starts the portal; nothing if it runs, because Astro starts its server again after a change of its configuration. */
    async start() {
      if (isStarted) return;
      isStarted = true;
      const portal = await start(await runner.import<Boot>(BOOT));
      if (!portal.hasLocalCompute) return;
      const { superviseCompute } = await runner.import<typeof import('../../src/computeProcess.ts')>('/src/computeProcess.ts');
      compute = superviseCompute(portal.env, console.error);
    },

    /**
     * A module as it is now, and the files below `src` that it was evaluated from.
     */
    async load(file: string): Promise<{ exports: Record<string, unknown>; files: string[] }> {
      const exports = await runner.import(file);
      const reached = new Set(evaluatedModules.getModulesByFile(file));
      for (const { imports } of reached) for (const id of imports) add(reached, evaluatedModules.getModuleById(id));
      return { exports, files: [...reached].map((node) => node.file).filter((name) => name.includes('/src/')) };
    },

    /** Reloads when a file of the back end changes. @param watcher of Astro's server */
    watch(watcher: EventEmitter): void {
      const changed = new Set<string>();
      let timer: NodeJS.Timeout | undefined;
      let turn = Promise.resolve();
      watcher.on('all', (event: string, file: string) => {
        if (!/^(change|add|unlink)$/.test(event) || !/\/src\/.*(?<!\.test)\.(ts|json)$/.test(file)) return;
        // At once: a module of the contract may be asked for before the reload.
        const isEvaluated = invalidate(file);
        // Threads of the provider load files that it doesn't import itself.
        if (!isEvaluated && !/\/src\/(provider|dns|edge|compute)\//.test(file)) return;
        changed.add(file);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const isOfEdge = [...changed].some((one) => /\/src\/(edge|lib\/rules)\//.test(one));
          changed.clear();
          turn = turn.then(reload).then(() => (isOfEdge ? restartEdge() : undefined));
        }, TOGETHER_MS);
      });
    },

    /** Starts the edge beside the portal, unless it runs elsewhere or already here. @param port where the portal listens */
    async startEdge(port: number): Promise<void> {
      if (edgePort !== undefined) return;
      edgePort = port;
      await startEdge(port);
    },

    /** Answers calls before Astro, as `server.mjs` does. */
    answer(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) {
      if (!isCall(request.url ?? '')) return next();
      globalThis.nasim?.then((portal) => portal.api(request, response)).catch(next);
    },

    /** An upgrade of Astro's server: consoles. Vite's own connection isn't below `/api`. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (request.url?.startsWith('/api/')) void globalThis.nasim?.then((portal) => portal.upgrade(request, socket, head));
    },

    async stop(): Promise<void> {
      const portal = await globalThis.nasim?.catch(() => null);
      portal?.drain();
      await Promise.all([portal?.stop(), edge?.stop(), compute?.stop()]);
      await vite.close();
    },
  };
}
