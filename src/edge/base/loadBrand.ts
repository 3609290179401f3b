import { readBrandOfEdge } from '../../config/brandFile.ts';

// Programs of the edge import this first: its pages read the brand when they are loaded.
const file = process.env.EDGE_BRAND;
if (file)
  try {
    globalThis.nasimSite ??= { brand: readBrandOfEdge(file), isBuiltIn: false, files: new Map(), version: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
