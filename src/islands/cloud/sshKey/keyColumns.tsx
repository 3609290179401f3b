import { Copy, Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { notifyCopied } from '../../../browser/copied.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { SshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { SshKeyType } from '../../../lib/rules/cloud/sshKey/publicKey.ts';
import { copy } from '../../ui/CopyButton.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';

/** As OpenSSH prints types. */
const shortTypes: Record<SshKeyType, string> = {
  'ssh-ed25519': 'ED25519',
  'ssh-rsa': 'RSA',
  'ecdsa-sha2-nistp256': 'ECDSA',
  'ecdsa-sha2-nistp384': 'ECDSA',
  'ecdsa-sha2-nistp521': 'ECDSA',
  'sk-ssh-ed25519@openssh.com': 'ED25519-SK',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA-SK',
};

export const keyColumns = (): readonly Column<SshKey>[] => [
  {
    key: 'name',
    title: t('sshKey:name'),
    cell: ({ name, fingerprint }) => (
      <span className="block min-w-0">
        <b className="block truncate font-semibold">
          <bdi>{name}</bdi>
        </b>
        <bdi dir="ltr" className="mono block truncate text-caption text-text-3">
          {fingerprint}
        </bdi>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, fingerprint }) => `${name}\n${fingerprint}`,
    csv: ({ name }) => name,
  },
  {
    key: 'type',
    title: t('sshKey:type'),
    cell: ({ type, bits }) => (
      <bdi dir="ltr">
        {shortTypes[type]} {formatNumber(bits, currentLocale()).replace(/[,٬.]/g, '')}
      </bdi>
    ),
    place: 'sub',
    width: '180px',
    sort: ({ type }) => type,
    csv: ({ type }) => type,
  },
  {
    key: 'createdAt',
    title: t('sshKey:createdAt'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '150px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  { key: 'fingerprint', title: t('sshKey:fingerprint'), csv: ({ fingerprint }) => fingerprint },
];

export const keyMenu = (onRename: (key: SshKey) => void, remove: (key: SshKey) => Promise<unknown>): RowMenu<SshKey> => ({
  label: ({ name }) => t('sshKey:actions', { name }),
  title: ({ name }) => name,
  items: (item) => [
    { key: 'rename', label: t('sshKey:rename'), icon: Pencil, onSelect: () => onRename(item) },
    { key: 'copy', label: t('sshKey:copyKey'), icon: Copy, onSelect: () => void copy(item.publicKey).then(notifyCopied) },
    {
      key: 'fingerprint',
      label: t('sshKey:copyFingerprint'),
      icon: Fingerprint,
      onSelect: () => void copy(item.fingerprint).then(notifyCopied),
    },
    {
      key: 'remove',
      label: t('sshKey:removeMore'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () =>
        openDialog({
          kind: 'delete',
          title: t('sshKey:removeQuestion', { name: item.name }),
          description: t('sshKey:removeText'),
          losses: [item.fingerprint],
          action: t('sshKey:remove'),
          cancel: t('common:cancel'),
          run: () => remove(item),
        }),
    },
  ],
});
