// Loaded before every test file of the rules and the provider.
import fc from 'fast-check';

// `npm test` tries the same cases in each run of a commit; the full run tries others each time, and a failure prints its seed.
if (!process.env.FULL) fc.configureGlobal({ seed: 20 });
