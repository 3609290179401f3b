// Part of every build: exits with 1 and lists the pair when the contrast of a brand's colors is too low.
import { brand } from '../src/config/brand.ts';
import { colorFaults } from './lib/brandColors.mjs';

const faults = colorFaults(brand.colours);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
