import { cache } from './cache.ts';
import { cluster } from './cluster.ts';
import type { EdgeConfig, Source } from './config.ts';
import { ddos } from './ddos.ts';
import { dns } from './dns.ts';
import { firewall } from './firewall.ts';
import { https, tls } from './https.ts';
import { optimization } from './optimization.ts';
import { pageRules } from './pageRules.ts';
import { rateLimit } from './rateLimit.ts';
import { configFromSource } from './source.ts';
import { type EdgeRequest, type LayerName, layerNames, type Passage, type Step, step, type Trace, type Verdict } from './types.ts';
import { readVisit } from './visit.ts';
import { waf } from './waf/waf.ts';

/** A layer decides, and may pass data on to later layers. */
type Layer = (passage: Passage) => Verdict & Partial<Pick<Passage, 'settings' | 'rule' | 'rewrite'>> & ReturnType<typeof dns>;
const layers: Record<LayerName, Layer> = { dns, tls, firewall, ddos, rateLimit, waf, pageRules, https, cache, optimization, cluster };

/** What some layers did: their steps, and the end if one of them ended the request; else `passage` is the input of the layers that follow. */
export interface Passed {
  passage: Passage;
  steps: Step[];
  end: Verdict['end'];
}

/**
 * Prepares a request for the layers.
 * @param config one source of a configuration, by `configFromSource`; prepared once, it serves any number of requests
 * @returns null: the URL is invalid
 */
export function startPassage(config: EdgeConfig, request: EdgeRequest): Passage | null {
  const visit = readVisit(request, config.domain.name, config.cache.mergeSlashes);
  return visit && { config, visit, settings: {}, rule: null, rewrite: null, recordId: null, origin: '' };
}

/** Passes a request through some layers, up to the one that ends it. An edge does it in parts: it reads a body only for requests that get as far. */
export function passLayers(start: Passage, names: readonly LayerName[]): Passed {
  let passage = start;
  const steps: Step[] = [];
  for (const area of names) {
    const { steps: layerSteps, end, settings, rule, rewrite, record } = layers[area](passage);
    steps.push(...layerSteps);
    if (settings) passage = { ...passage, settings, rule: rule ?? null, rewrite: rewrite ?? null };
    if (end) return { passage, steps, end };
    if (record) passage = { ...passage, recordId: record.id, origin: record.content };
  }
  return { passage, steps, end: undefined };
}

/**
 * What the edge does with a request, layer by layer, and why. Pure: no clock, randomness or state; the same input gives the same
 * result, in the browser and on a server. Never throws, for any request.
 *
 * Every layer is in the result, even if it did nothing. After one that ends the request, the others are `notReached`.
 * Time linear in the length of the request, times the number of rules.
 */
export function traceRequest(saved: EdgeConfig, request: EdgeRequest, source: Source): Trace {
  const passage = startPassage(configFromSource(saved, source), request);
  if (!passage) {
    const bad = step('dns', 'fail', 'badUrl', { url: request.url.slice(0, 200) });
    return { outcome: 'failed', status: 400, steps: [bad, ...notReached(layerNames.slice(1))] };
  }
  const { steps, end } = passLayers(passage, layerNames);
  if (!end) return { outcome: 'forwarded', status: null, steps };
  const last = steps.at(-1)?.area ?? 'dns';
  return { ...end, steps: [...steps, ...notReached(layerNames.slice(layerNames.indexOf(last) + 1))] };
}

const notReached = (rest: readonly LayerName[]): Step[] => rest.map((area) => step(area, 'notReached', 'notReached'));
