import { Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { CodeInput } from '../CodeInput.tsx';
import { Combobox } from '../Combobox.tsx';
import { Field } from '../Field.tsx';
import { NumberInput } from '../NumberInput.tsx';
import { PasswordInput } from '../PasswordInput.tsx';
import { Select } from '../Select.tsx';
import { Textarea } from '../Textarea.tsx';
import { TextInput } from '../TextInput.tsx';
import { Block, GalleryRow } from './Block.tsx';
import type { Texts } from './texts.ts';

export function First({ t }: { t: Texts }) {
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('4820');
  const [weight, setWeight] = useState<number | null>(10);
  const [ttl, setTtl] = useState('auto');
  const [city, setCity] = useState<string | null>('fra');
  const cities = ['Frankfurt', 'Fribourg', 'San Francisco', 'Dubai', 'Istanbul', 'Tehran', 'Madrid', 'Singapore', 'Tokyo'];
  return (
    <div>
      <Block title="Button">
        <GalleryRow>
          <Button kind="primary" icon={Plus} kbd="N">
            {t.primary}
          </Button>
          <Button>{t.secondary}</Button>
          <Button kind="ghost">{t.ghost}</Button>
          <Button kind="danger" icon={Trash2}>
            {t.delete}
          </Button>
          <Button
            kind="primary"
            icon={Plus}
            busy={busy}
            busyLabel={t.saving}
            onClick={() => {
              setBusy(true);
              setTimeout(() => setBusy(false), 1500);
            }}
          >
            {t.save}
          </Button>
          <Button kind="primary" busy busyLabel={t.saving}>
            {t.save}
          </Button>
          <Button kind="primary" busy>
            {t.save}
          </Button>
          <Button kind="primary" disabled reason={t.locked}>
            {t.disabled}
          </Button>
          <Button size="sm">{t.small}</Button>
          <Button kind="soft-danger">{t.remove}</Button>
          <Button kind="primary" size="lg">
            {t.large}
          </Button>
        </GalleryRow>
      </Block>
      <Block title="Field">
        <div className="grid grid-cols-2 gap-4">
          <Field label={t.serverName} help={t.letters}>
            <TextInput ltr placeholder="web-fra-01" />
          </Field>
          <Field label={t.port} help={t.range}>
            <TextInput ltr defaultValue="8443" />
          </Field>
          <Field label={t.ip} error={t.ipError}>
            <TextInput mono defaultValue="203.0.113.256" />
          </Field>
          <Field label={t.gift} optional={t.optional} success={t.giftOk}>
            <TextInput mono defaultValue="BREEZE-26" tick={t.matches} />
          </Field>
          <Field label={t.ttl} help={t.fixed} disabled>
            <Select label={t.ttl} closeLabel={t.close} value="a" onChange={() => {}} options={[{ value: 'a', label: t.auto }]} />
          </Field>
          <Field label={t.weight}>
            <NumberInput value={weight} onChange={setWeight} min={0} max={100} decreaseLabel={t.less} increaseLabel={t.more} />
          </Field>
          <Field label={t.ttl}>
            <Select
              label={t.ttl}
              closeLabel={t.close}
              value={ttl}
              onChange={setTtl}
              options={[
                { value: 'auto', label: t.auto },
                { value: '5', label: '5 min', ltr: true },
                { value: '60', label: '1 h', reason: t.full },
              ]}
            />
          </Field>
          <Field label={t.name}>
            <TextInput ltr icon={Search} suffix={<bdi dir="ltr">.parvaz.example</bdi>} defaultValue="shop" />
          </Field>
          <Field
            label={t.password}
            end={
              <a className="link" href="#top">
                {t.forgot}
              </a>
            }
          >
            <PasswordInput defaultValue="secret-words" showLabel={t.show} hideLabel={t.hide} capsLock={t.caps} />
          </Field>
          <Field label={t.place}>
            <Combobox
              label={t.place}
              closeLabel={t.close}
              emptyText={t.none}
              value={city}
              onChange={setCity}
              options={cities.map((label) => ({
                value: label.slice(0, 3).toLowerCase(),
                label,
                code: label.slice(0, 3).toUpperCase(),
                reason: label.startsWith('San') ? t.full : undefined,
              }))}
            />
          </Field>
        </div>
        <Field label={t.code}>
          <CodeInput value={code} onChange={setCode} />
        </Field>
        <Field label={t.note} optional={t.optional}>
          <Textarea grow />
        </Field>
      </Block>
    </div>
  );
}
