import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** The name servers of a domain, with copy buttons. */
export function NameServerList({ servers }: { servers: readonly string[] }) {
  const t = useT();
  return (
    <KeyValueList
      items={servers.map((server, index) => ({
        key: server,
        label: t('domain:servers.number', { number: formatNumber(index + 1, currentLocale()) }),
        value: <DomainText mono>{server}</DomainText>,
        action: (
          <CopyButton
            value={server}
            size="xs"
            label={t('domain:servers.copy', { server })}
            copiedLabel={t('common:copied')}
            failedLabel={t('common:copyFailed')}
          />
        ),
      }))}
    />
  );
}
