import manifest from '../../../package.json' with { type: 'json' };

/** The version of this installation, as in `0.2.0`. */
export const readVersion = (): string => manifest.version;
