import type { UseFormReturn } from 'react-hook-form';
import type { ClusterDraft } from '../../../lib/contract/cdn/cluster.ts';
import type { Values } from './clusterForm.ts';

export type ClusterForm = UseFormReturn<Values, unknown, ClusterDraft>;
