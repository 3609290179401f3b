import type { EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';
import { type Passed, passLayers, startPassage } from '../../lib/rules/cdn/edge/trace.ts';
import type { EdgeRequest, Effect, LayerName, Passage, RequestCounts, Step, Verdict } from '../../lib/rules/cdn/edge/types.ts';
import type { RequestBody } from '../../lib/rules/cdn/edge/waf/body/reading.ts';

/** What only the edge knows, for the layers that are evaluated now: counts, the stored copy, the origin's response, the body. */
export interface Facts {
  seen?: RequestCounts;
  answer?: EdgeRequest['answer'];
  body?: RequestBody;
}

/** The decision about one request, made in parts by the layers of the shared engine, so that what the simulator shows is what happens. */
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
  pass(names: readonly LayerName[], facts?: Facts): boolean {
    if (this.end) return false;
    const { visit } = this.passage;
    const { passage, steps, end } = passLayers(this.#given(facts), names);
    this.passage = facts ? { ...passage, visit } : passage;
    this.steps.push(...steps);
    this.end = end;
    return !end;
  }

  /** Evaluates a layer again, for instance the cache when the origin has responded. @returns whether the request goes on */
  reevaluate(name: LayerName, facts: Facts): boolean {
    if (this.end) return false;
    this.#forget(name);
    return this.pass([name], facts);
  }

  /** What a layer would decide; nothing is recorded. */
  preview(name: LayerName, facts: Facts): Pick<Passed, 'steps' | 'end'> {
    return passLayers(this.#given(facts), [name]);
  }

  /** A decision about the same request without an end, for what is fetched after its visitor was served. */
  fork(): Decision {
    return new Decision(this.passage);
  }

  /** The last step of a layer, or of all. */
  last(area?: LayerName): Step | undefined {
    return area ? this.steps.findLast((one) => one.area === area) : this.steps.at(-1);
  }

  /** A setting that a layer has decided on. */
  effect(area: LayerName, name: string): Effect['value'] | undefined {
    return this.last(area)?.effect.find((one) => one.name === name)?.value;
  }

  #forget(area: LayerName): void {
    for (let at = this.steps.length; at-- > 0; ) if (this.steps[at]?.area === area) this.steps.splice(at, 1);
  }

  #given(facts: Facts | undefined): Passage {
    if (!facts) return this.passage;
    const { visit } = this.passage;
    const { seen: known, answer, body = visit.body } = facts;
    const request = { ...visit.request, seen: known ? { ...visit.request.seen, ...known } : visit.request.seen, answer };
    return { ...this.passage, visit: { ...visit, body, request } };
  }
}
