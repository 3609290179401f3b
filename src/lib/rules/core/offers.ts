import { has } from './capabilities.ts';
import { planFeatures } from './plans.ts';

/** What plans are compared by: the features that this build has. */
export const offeredFeatures = planFeatures.filter((feature) => feature !== 'dnssec' || has('dnssec'));
