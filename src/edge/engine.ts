import type { EdgeConfig } from '../lib/rules/cdn/edge/config.ts';
import { passLayers, startPassage } from '../lib/rules/cdn/edge/trace.ts';
import type { EdgeRequest, Effect, LayerName, Passage, Step, Verdict } from '../lib/rules/cdn/edge/types.ts';

/**
 * The decision about one request, made in parts by the layers of the shared engine, so that what the simulator shows is what
 * happens. Between the parts the edge fills in what only it knows: counts, a body, the cached copy, the origin's response.
 */
export class Decision {
  readonly steps: Step[] = [];
  end: Verdict['end'];
  passage: Passage;

  private constructor(passage: Passage) {
    this.passage = passage;
  }

  /** @param config with the rules in their order. @returns null: the URL is invalid */
  static start(config: EdgeConfig, request: EdgeRequest): Decision | null {
    const passage = startPassage(config, request);
    return passage && new Decision(passage);
  }

  /** @returns whether the request goes on */
  pass(...names: LayerName[]): boolean {
    if (this.end) return false;
    const { passage, steps, end } = passLayers(this.passage, names);
    this.passage = passage;
    this.steps.push(...steps);
    this.end = end;
    return !end;
  }

  /** Asks a layer again, for instance the cache when the origin has responded. */
  again(name: LayerName): void {
    this.steps.splice(0, this.steps.length, ...this.steps.filter(({ area }) => area !== name));
    this.pass(name);
  }

  /** A decision about the same request without an end, for what is fetched after its visitor was served. */
  fork(): Decision {
    const { visit } = this.passage;
    return new Decision({ ...this.passage, visit: { ...visit, request: { ...visit.request, seen: { ...visit.request.seen } } } });
  }

  /** The last step of a layer, or of all. */
  last(area?: LayerName): Step | undefined {
    return area ? this.steps.findLast((one) => one.area === area) : this.steps.at(-1);
  }

  /** A setting that a layer has decided on. */
  effect(area: LayerName, name: string): Effect['value'] | undefined {
    return this.last(area)?.effect.find((one) => one.name === name)?.value;
  }
}
