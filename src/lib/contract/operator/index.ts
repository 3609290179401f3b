export { operatorBrand } from './operatorBrand.ts';
export { operatorCustomer } from './operatorCustomer.ts';
export { operatorDesk } from './operatorDesk.ts';
export { operatorLog } from './operatorLog.ts';
export { operatorSearch } from './operatorSearch.ts';
export { operatorView } from './operatorView.ts';
