/** Faults that an operator should look into. Each kind has a text: `operatorDesk:warning.<kind>`. */
export const warningKinds = ['damagedFile', 'restarts', 'diskFailing', 'lostRequests'] as const;
export type WarningKind = (typeof warningKinds)[number];

export interface Warning {
  kind: WarningKind;
  /** Of the file, as it was called before it was set aside, or of the process. */
  name: string;
  /** The file or folder that the warning comes from; absolute, on the machine of the process. */
  path: string;
  /** The number of starts, or of lost requests; null: nothing is counted. */
  count: number | null;
  /** ISO time of the damage, of the latest start or loss, or since when the disk fails. */
  at: string;
}
