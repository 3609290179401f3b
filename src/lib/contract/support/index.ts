export { contact } from './contact.ts';
export { operatorDepartment } from './operatorDepartment.ts';
export { operatorSupport } from './operatorSupport.ts';
export { operatorTicket } from './operatorTicket.ts';
export { supportPlan } from './supportPlan.ts';
export { ticket } from './ticket.ts';
