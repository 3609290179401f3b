/* What other features use of this one. */
export { charged } from './charges.ts';
export { closeMonth } from './close.ts';
export { zipFile } from './files.ts';
export { writeProforma } from './proforma.ts';
export { ownedInvoices, showDetail } from './view.ts';
