// Part of every build: ends with 1, and says which pair of colours it is, when people could not read a brand's own.
import { brand } from '../src/lib/brand.ts';
import { colourFaults } from './lib/brand-colours.mjs';

const faults = colourFaults(brand.colours);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
