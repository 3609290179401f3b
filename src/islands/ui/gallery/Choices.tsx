import { Gem, Globe, Server } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../Checkbox.tsx';
import { Chip } from '../Chip.tsx';
import { RadioCards } from '../RadioCards.tsx';
import { Segmented } from '../Segmented.tsx';
import { Switch } from '../Switch.tsx';
import { Tabs } from '../Tabs.tsx';
import { Block, GalleryRow } from './Block.tsx';
import type { Texts } from './texts.ts';

export function Choices({ t }: { t: Texts }) {
  const [on, setOn] = useState(true);
  const [plan, setPlan] = useState('basic');
  const [view, setView] = useState('cdn');
  const [tab, setTab] = useState('records');
  const [pressed, setPressed] = useState(true);
  return (
    <Block title="Choice">
      <GalleryRow>
        <Switch label={t.on} checked={on} onChange={setOn} />
        <Switch label={t.off} checked={!on} onChange={() => setOn(!on)} />
        <Switch label={t.lockedShort} checked disabled onChange={() => {}} reason={t.locked} />
      </GalleryRow>
      <GalleryRow>
        <Checkbox label={t.checked} defaultChecked />
        <Checkbox label={t.some} mixed />
        <Checkbox label={t.terms} help={t.letters} />
      </GalleryRow>
      <RadioCards
        label={t.plan}
        value={plan}
        onChange={setPlan}
        cards={[
          { value: 'basic', label: t.basic, end: t.free, description: t.basicText },
          { value: 'eco', label: t.eco, end: '$20', description: t.ecoText },
        ]}
      />
      <GalleryRow>
        <Segmented
          label={t.view}
          value={view}
          onChange={setView}
          segments={[
            { value: 'cdn', label: 'CDN', icon: Globe },
            { value: 'cloud', label: t.cloud, icon: Server },
          ]}
        />
        <Segmented
          size="sm"
          label={t.view}
          value="24"
          segments={['1 h', '24 h', '7 d', '30 d'].map((label) => ({ value: label.split(' ')[0] ?? '', label: <bdi>{label}</bdi> }))}
        />
      </GalleryRow>
      <Tabs
        label={t.view}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'records', label: t.records, count: 14 },
          { value: 'ns', label: t.ns },
          { value: 'sec', label: t.dnssec, icon: Gem },
        ]}
      />
      <GalleryRow>
        <Chip pressed={pressed} onClick={() => setPressed(!pressed)} count={3}>
          A
        </Chip>
        <Chip pressed={!pressed} onClick={() => setPressed(!pressed)}>
          CNAME
        </Chip>
        <Chip onRemove={() => {}} removeLabel={t.remove}>
          {t.proxy}
        </Chip>
      </GalleryRow>
    </Block>
  );
}
