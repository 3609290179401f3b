export const departmentLimits = { departments: 20, services: 20, title: 60 } as const;

/**
 * What requests for consulting are about. Their own form opens the ticket, so operators may rename and retire this service, but not
 * delete it. No other code depends on a department.
 */
export const consultingTopic = { departmentId: 'sales', service: 'consulting' } as const;

/** @param service undefined: any service of the department */
export const isConsulting = (departmentId: string, service?: string): boolean =>
  departmentId === consultingTopic.departmentId && (service === undefined || service === consultingTopic.service);

interface Retirable {
  isRetired: boolean;
}
interface WithServices<S> extends Retirable {
  services: readonly S[];
}

/** The departments that new tickets can choose, with the services that they can choose there; at least one of each. */
export const listOpen = <S extends Retirable, D>(departments: readonly (D & WithServices<S>)[]): (D & { services: S[] })[] =>
  departments
    .filter(({ isRetired }) => !isRetired)
    .map((department) => ({ ...department, services: department.services.filter(({ isRetired }) => !isRetired) }))
    .filter(({ services }) => services.length > 0);
