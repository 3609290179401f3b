import { Bell, Globe, Image, Route, Timer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { Dialog } from '../Dialog.tsx';
import { DomainText } from '../DomainText.tsx';
import { Drawer } from '../Drawer.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Field } from '../Field.tsx';
import { IconButton } from '../IconButton.tsx';
import { Kbd } from '../Kbd.tsx';
import { KeyValueList } from '../KeyValueList.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { LoadError } from '../LoadError.tsx';
import { Popover } from '../Popover.tsx';
import { Segmented } from '../Segmented.tsx';
import { SettingCard, SettingRow } from '../SettingRow.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { Stepper } from '../Stepper.tsx';
import { TextInput } from '../TextInput.tsx';
import { Block, GalleryRow } from './Block.tsx';
import type { Texts } from './texts.ts';

export function Third({ t, number }: { t: Texts; number: (n: number) => string }) {
  const [open, setOpen] = useState<'' | 'delete' | 'form' | 'drawer'>('');
  const [second, setSecond] = useState(false);
  const [typed, setTyped] = useState('');
  const [set, setSet] = useState(true);
  const matches = typed === 'rosewater.example';
  const steps = t.step.map((label, index) => ({ key: String(index), label, description: index === 1 ? t.letters : undefined }));
  return (
    <div>
      <Block title="Empty state">
        <Card flush>
          <EmptyState
            icon={Route}
            title={t.emptyTitle}
            description={t.emptyText}
            action={<Button kind="primary">{t.create}</Button>}
            link={
              <a className="link" href="#docs">
                {t.docs}
              </a>
            }
          />
        </Card>
      </Block>
      <Block title="Error">
        <LoadError title={t.loadTitle} message={t.loadText} retryLabel={t.retry} onRetry={() => {}} />
      </Block>
      <Block title="Settings">
        <SettingCard title={t.dash}>
          <SettingRow icon={Globe} title={t.proxy} description={t.letters} toggle={{ checked: set, onChange: setSet }} />
          <SettingRow
            icon={Image}
            title={t.view}
            description={t.ecoText}
            toggle={{ checked: !set, onChange: () => setSet(!set) }}
            control={
              <Segmented
                size="sm"
                label={t.view}
                value="cdn"
                segments={[
                  { value: 'cdn', label: 'CDN' },
                  { value: 'cloud', label: t.cloud },
                ]}
              />
            }
          />
          <SettingRow
            icon={Timer}
            title={t.gate}
            badge={<Badge square>{t.enterprise}</Badge>}
            description={t.gateText}
            on={false}
            locked
            control={<LinkButton href="#plans">{t.plans}</LinkButton>}
          />
        </SettingCard>
      </Block>
      <Block title="Stepper">
        <Stepper label={t.steps} doneLabel={t.done} number={number} current={2} steps={steps} />
        <Stepper label={t.steps} doneLabel={t.done} number={number} current={1} steps={steps} vertical />
      </Block>
      <Block title="Dialogs">
        <GalleryRow>
          <Button onClick={() => setOpen('delete')}>{t.openDialog}</Button>
          <Button onClick={() => setOpen('form')}>{t.edit}</Button>
          <Button onClick={() => setOpen('drawer')}>{t.dash}</Button>
          <Popover
            label={t.notifications}
            closeLabel={t.close}
            trigger={(trigger) => <IconButton icon={Bell} label={t.notifications} dot {...trigger} />}
          >
            <p className="p-4 text-ui">{t.waiting}</p>
          </Popover>
        </GalleryRow>
      </Block>
      <Block title="Key and value">
        <Card
          title={t.dash}
          sub={t.created}
          actions={
            <a className="link text-ui" href="#all">
              {t.all}
            </a>
          }
        >
          <KeyValueList
            items={[
              { key: 'a', label: t.name, value: <DomainText>web-fra-01</DomainText> },
              { key: 'b', label: t.ip, value: <DomainText mono>203.0.113.24</DomainText> },
              { key: 'c', label: t.plan, value: <StatusBadge kind="ok">{t.active}</StatusBadge> },
            ]}
          />
        </Card>
      </Block>
      <Dialog
        open={open === 'delete'}
        onClose={() => setOpen('')}
        title={t.dialog}
        description={t.dialogText}
        closeLabel={t.close}
        icon={Trash2}
        tone="danger"
        note={
          <>
            <Kbd>Esc</Kbd> {t.esc}
          </>
        }
        footer={
          <>
            <Button onClick={() => setOpen('')}>{t.keep}</Button>
            <Button kind="danger" icon={Trash2} disabled={!matches}>
              {t.removeDomain}
            </Button>
          </>
        }
      >
        <div className="mb-5 rounded-md bg-hover p-4 text-ui">{t.lose}</div>
        <Field label={t.confirm}>
          <TextInput mono data-autofocus value={typed} onChange={(event) => setTyped(event.target.value)} tick={matches && t.matches} />
        </Field>
      </Dialog>
      <Dialog
        open={open === 'form'}
        onClose={() => setOpen('')}
        title={t.edit}
        closeLabel={t.close}
        size="large"
        dirty={typed !== ''}
        discard={(stay, close) => (
          <>
            <span className="dialog-note">{t.unsaved}</span>
            <Button onClick={stay}>{t.stay}</Button>
            <Button kind="danger" onClick={close}>
              {t.discard}
            </Button>
          </>
        )}
        footer={<Button onClick={() => setSecond(true)}>{t.stacked}</Button>}
      >
        <Field label={t.name}>
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </Dialog>
      <Dialog
        open={second}
        onClose={() => setSecond(false)}
        title={t.dialog}
        closeLabel={t.close}
        centred
        footer={<Button onClick={() => setSecond(false)}>{t.keep}</Button>}
      />
      <Drawer open={open === 'drawer'} onClose={() => setOpen('')} label={t.dash} closeLabel={t.close}>
        {t.dash}
      </Drawer>
    </div>
  );
}
