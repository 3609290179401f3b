import { useState } from 'react';
import { useT } from '../../../../lib/i18n/react.tsx';
import { notifyUndo } from '../notifyUndo.ts';
import type { Rule } from './RuleList.tsx';

interface RuleWrites<R extends Rule> {
  toggle: (ruleId: string, deploy: boolean) => Promise<unknown>;
  /** Absent: the order has no effect. */
  reorder?: (ids: string[]) => Promise<unknown>;
  remove: (ruleId: string) => Promise<unknown>;
  /** Creates a deleted rule again, with its priority: right after the deletion it is still free. */
  restore: (rule: R) => Promise<unknown>;
  /** The title of the snackbar after a deletion. */
  deleted: string;
  /** Reports a failure that no snackbar has shown. */
  failed?: (error: unknown) => void;
}

/** The immediate changes of a rule list, each with Undo in its snackbar. Their calls report failures, but not success. Needs the texts of `rules`. */
export function useRuleActions<R extends Rule>(rules: readonly R[], writes: RuleWrites<R>) {
  const t = useT();
  const [busyId, setBusyId] = useState<string>();
  const { failed = () => {} } = writes;

  const toggle = async (rule: R, title: string, deploy: boolean): Promise<void> => {
    setBusyId(rule.id);
    try {
      await writes.toggle(rule.id, deploy);
      // A draft would be deployed with it, which is more than was undone.
      const undo = rule.draft ? undefined : () => void toggle(rule, title, !deploy);
      notifyUndo(t(deploy ? 'rules:turnedOn' : 'rules:turnedOff'), title, undo);
    } catch (error) {
      failed(error);
    } finally {
      setBusyId(undefined);
    }
  };
  const reorder = async (ids: string[], isUndo = false): Promise<void> => {
    const before = rules.map(({ id }) => id);
    try {
      await writes.reorder?.(ids);
      notifyUndo(t('rules:reordered'), undefined, isUndo ? undefined : () => void reorder(before, true).catch(() => {}));
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  const remove = async (rule: R, title: string): Promise<void> => {
    try {
      await writes.remove(rule.id);
    } catch (error) {
      failed(error);
      throw error;
    }
    // Of a draft and its deployed form, only one could be created again.
    const undo = rule.draft && rule.deploy ? undefined : () => void writes.restore(rule).catch(failed);
    notifyUndo(writes.deleted, title, undo);
  };
  return { toggle, reorder, remove, busyId };
}
