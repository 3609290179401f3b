export const alarmOperators = ['above', 'below'] as const;
export type AlarmOperator = (typeof alarmOperators)[number];
/** `noData`: not evaluated yet, or nothing was measured. */
export const alarmStates = ['ok', 'alarm', 'noData'] as const;
export type AlarmState = (typeof alarmStates)[number];

export interface AlarmRule {
  operator: AlarmOperator;
  value: number;
}

export const meetsCondition = ({ operator, value }: AlarmRule, measured: number): boolean =>
  operator === 'above' ? measured > value : measured < value;
