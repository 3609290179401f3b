import { useState } from 'react';
import type { SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { buildSnippet, type Tool, toolNames, tools } from './snippets.ts';

/** Commands for common tools. */
export function Snippets({ credentials, bucket }: { credentials: SpaceCredentials; bucket: string }) {
  const t = useT();
  const [tool, setTool] = useState<Tool>('aws');
  const text = buildSnippet(tool, credentials, bucket);
  const label = t('space:credentials.snippet', { tool: toolNames[tool] });
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label={t('space:credentials.use')}
          value={tool}
          onChange={setTool}
          segments={tools.map((value) => ({ value, label: toolNames[value] }))}
          size="sm"
        />
        <CopyButton
          value={text}
          label={t('space:credentials.copy', { name: label })}
          copiedLabel={t('common:copied')}
          failedLabel={t('common:copyFailed')}
          size="xs"
        />
      </div>
      <Scroller label={label} className="max-h-48 rounded-md bg-hover p-3">
        <pre dir="ltr" className="text-start text-caption text-text-2">
          {text}
        </pre>
      </Scroller>
    </div>
  );
}
