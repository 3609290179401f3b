export { default as contact } from './contact.json' with { type: 'json' };
export { default as operatorDepartment } from './operatorDepartment.json' with { type: 'json' };
export { default as operatorSupport } from './operatorSupport.json' with { type: 'json' };
export { default as operatorTicket } from './operatorTicket.json' with { type: 'json' };
export { default as supportPlan } from './supportPlan.json' with { type: 'json' };
export { default as ticket } from './ticket.json' with { type: 'json' };
