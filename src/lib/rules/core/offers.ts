import { has } from './capabilities.ts';
import { planFeatures } from './plans.ts';

/** The rows of the plan comparison: the features that this build has. */
export const offeredFeatures = planFeatures.filter((feature) => feature !== 'dnssec' || has('dnssec'));
