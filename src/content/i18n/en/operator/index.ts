export { default as operatorBrand } from './operatorBrand.json' with { type: 'json' };
export { default as operatorCustomer } from './operatorCustomer.json' with { type: 'json' };
export { default as operatorDesk } from './operatorDesk.json' with { type: 'json' };
export { default as operatorLog } from './operatorLog.json' with { type: 'json' };
export { default as operatorSearch } from './operatorSearch.json' with { type: 'json' };
export { default as operatorView } from './operatorView.json' with { type: 'json' };
