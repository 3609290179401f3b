import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { OrderDraft as Schema } from '../../../lib/contract/cloud/serverOrder.ts';
import type { OrderDraft } from '../../../lib/rules/cloud/order.ts';

export type OrderForm = UseFormReturn<z.input<typeof Schema>, unknown, z.output<typeof Schema>>;

/** The props of a form section. */
export interface PartProps {
  form: OrderForm;
  values: OrderDraft;
  /** Changes fields of the draft. */
  set: (change: Partial<OrderDraft>) => void;
}
