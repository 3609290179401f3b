import { CloudOff, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Banner } from '../Banner.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { FileDrop } from '../FileDrop.tsx';
import { IconButton } from '../IconButton.tsx';
import { InlineCode } from '../InlineCode.tsx';
import { Kbd } from '../Kbd.tsx';
import { Menu } from '../Menu.tsx';
import { MenuList } from '../overlay/MenuList.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { Toast } from '../Toast.tsx';
import { TypeTag } from '../TypeTag.tsx';
import { Block, GalleryRow } from './Block.tsx';
import type { Texts } from './texts.ts';

export function Second({ t }: { t: Texts }) {
  const items = [
    { key: 'edit', label: t.edit, icon: Pencil, kbd: 'E' },
    { key: 'copy', label: t.duplicate, icon: Copy },
    { key: 'dns', label: t.dnsOnly, icon: CloudOff, reason: t.locked },
    { key: 'x', label: t.deleteMore, icon: Trash2, danger: true, group: true as const },
  ];
  const copy = { label: t.copy, copiedLabel: t.copied, failedLabel: t.copyFailed };
  return (
    <div>
      <Block title="Status">
        <GalleryRow>
          <StatusBadge kind="ok">{t.active}</StatusBadge>
          <StatusBadge kind="waiting">{t.pending}</StatusBadge>
          <StatusBadge kind="failed">{t.failed}</StatusBadge>
          <StatusBadge kind="progress">{t.resizing}</StatusBadge>
          <StatusBadge kind="off">{t.inactive}</StatusBadge>
          <StatusBadge kind="ok" square>
            {t.active}
          </StatusBadge>
        </GalleryRow>
        <GalleryRow>
          {['A', 'AAAA', 'CNAME', 'MX', 'SRV', 'TXT', 'NS', 'CAA', 'HTTPS'].map((type) => (
            <TypeTag key={type} type={type} />
          ))}
        </GalleryRow>
      </Block>
      <Block title="Banner">
        <Banner tone="info" action={<button type="button">{t.turnOn}</button>}>
          {t.waf}
        </Banner>
        <Banner tone="warning" action={<a href="#check">{t.check}</a>}>
          {t.waiting}
        </Banner>
        <Banner tone="danger" action={<a href="#credit">{t.credit}</a>}>
          {t.negative}
        </Banner>
        <Banner tone="success">{t.saved}</Banner>
      </Block>
      <Block title="Toast">
        <Toast
          closeLabel={t.close}
          onClose={() => {}}
          item={{
            id: '1',
            kind: 'success',
            title: t.deleted,
            description: <bdi dir="ltr">api.parvaz.example</bdi>,
            action: { label: t.undo, onClick: () => {} },
          }}
        />
        <Toast
          closeLabel={t.close}
          onClose={() => {}}
          item={{ id: '2', kind: 'error', title: t.timeout, description: t.again, action: { label: t.retry, onClick: () => {} } }}
        />
      </Block>
      <Block title="Menu, copy, keys">
        <div className="grid grid-cols-2 gap-6">
          <div className="rounded-md p-[5px] shadow-2 ring-1 ring-border-strong">
            <MenuList label={t.actions} items={items} onDone={() => {}} />
          </div>
          <div className="grid content-start justify-items-start gap-3">
            <Menu
              label={t.actions}
              closeLabel={t.close}
              items={items}
              trigger={(trigger) => <IconButton icon={Ellipsis} label={t.actions} kind="ring" {...trigger} />}
            />
            <InlineCode value="2001:db8::18" copy={copy} />
            <InlineCode value="nsm_live_9f3a2b" copy={copy} secret={{ showLabel: t.show, hideLabel: t.hide }} />
            <CopyButton value="x" text size="sm" {...copy} />
            <span className="flex gap-1.5">
              <Kbd>⌘K</Kbd>
              <Kbd>G</Kbd>
              <Kbd>Esc</Kbd>
            </span>
          </div>
        </div>
      </Block>
      <Block title="File">
        <FileDrop
          title={t.drop}
          hint={t.dropHint}
          onAdd={() => {}}
          onRemove={() => {}}
          removeLabel={(name) => `${t.remove} ${name}`}
          files={[
            { id: '1', name: 'screenshot.png', size: <bdi dir="ltr">1.2 MB</bdi>, done: t.uploaded },
            { id: '2', name: 'access.log', size: <bdi dir="ltr">18 MB</bdi>, progress: 0.62 },
            { id: '3', name: 'dump.sql', size: <bdi dir="ltr">48 MB</bdi>, error: t.tooBig },
          ]}
        />
      </Block>
      <Block title="Skeleton">
        <Skeleton label={t.loading} rows={3} className="card" />
      </Block>
    </div>
  );
}
