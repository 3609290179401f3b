import type { UseFormReturn } from 'react-hook-form';
import type { ClusterDraft } from '../../lib/contract/cluster.ts';
import type { Values } from './form.ts';

export type ClusterForm = UseFormReturn<Values, unknown, ClusterDraft>;
