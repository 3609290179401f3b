import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import {
  allQualifier,
  checkSpf,
  countLookups,
  hasTerm,
  knownSenders,
  maxLookups,
  mechanism,
  parseSender,
  printSpf,
  printTerm,
  type SpfTerm,
  withAll,
  withoutTerm,
  withTerm,
} from '../../../lib/rules/cdn/dns/mail/spf.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { MailFindings } from './MailFindings.tsx';

interface MailSpfProps {
  terms: SpfTerm[];
  /** The SPF record at a name of this zone. */
  textAt: (host: string) => string | undefined;
  onChange: (terms: SpfTerm[]) => void;
}

const [mx, a] = [mechanism('mx'), mechanism('a')];
const service = (include: string) => mechanism('include', `:${include}`);

/** The senders that may send mail for the domain. */
export function MailSpf({ terms, textAt, onChange }: MailSpfProps) {
  const t = useT();
  const [own, setOwn] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const toggle = (term: SpfTerm, on: boolean) => onChange(on ? withTerm(terms, term) : withoutTerm(terms, term));
  const add = () => {
    const term = parseSender(own);
    if (!term) return setWrong(t('dnsMail:spf.ownError', { value: own.trim() }));
    onChange(withTerm(terms, term));
    setOwn('');
  };
  const hasBox = (term: SpfTerm) =>
    term.name === 'all' ||
    [mx, a, ...knownSenders.map(({ include }) => service(include))].some((one) => printTerm(one) === printTerm(term));
  const others = terms.filter((term) => !hasBox(term));
  const { count, unknown } = countLookups(terms, textAt);
  const all = allQualifier(terms);
  return (
    <div className="grid gap-5">
      <Field label={t('dnsMail:spf.senders')} group>
        <div className="grid gap-2.5">
          <Checkbox label={t('dnsMail:spf.mx')} checked={hasTerm(terms, mx)} onChange={(event) => toggle(mx, event.target.checked)} />
          <Checkbox label={t('dnsMail:spf.a')} checked={hasTerm(terms, a)} onChange={(event) => toggle(a, event.target.checked)} />
        </div>
      </Field>
      <Field label={t('dnsMail:spf.known')} help={t('dnsMail:spf.knownHelp')} group>
        <div className="flex flex-wrap gap-2">
          {knownSenders.map(({ name, include }) => {
            const on = hasTerm(terms, service(include));
            return (
              <Chip key={include} pressed={on} onClick={() => toggle(service(include), !on)}>
                <DomainText>{name}</DomainText>
              </Chip>
            );
          })}
        </div>
      </Field>
      <Field label={t('dnsMail:spf.own')} help={t('dnsMail:spf.ownHelp')} error={wrong}>
        <div className="flex gap-2">
          <TextInput
            className="min-w-0 flex-1"
            ltr
            mono
            autoComplete="off"
            value={own}
            placeholder="192.0.2.1"
            onChange={(event) => {
              setOwn(event.target.value);
              setWrong(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || own.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={Plus} onClick={add}>
            {t('dnsMail:spf.add')}
          </Button>
        </div>
      </Field>
      {others.length > 0 && (
        <div className="-mt-2 flex flex-wrap gap-2">
          {others.map((term) => (
            <Chip
              key={printTerm(term)}
              onRemove={() => onChange(withoutTerm(terms, term))}
              removeLabel={t('dnsMail:spf.remove', { name: printTerm(term) })}
            >
              <DomainText mono>{printTerm(term)}</DomainText>
            </Chip>
          ))}
        </div>
      )}
      <Field label={t('dnsMail:spf.policy')} group>
        <RadioCards
          value={all === '~' || all === '-' ? all : null}
          onChange={(qualifier) => onChange(withAll(terms, qualifier))}
          min={220}
          cards={[
            { value: '~' as const, label: t('dnsMail:spf.soft'), description: t('dnsMail:spf.softText') },
            { value: '-' as const, label: t('dnsMail:spf.hard'), description: t('dnsMail:spf.hardText') },
          ]}
        />
      </Field>
      <p className="text-help text-text-2">
        {unknown.length > 0
          ? t('dnsMail:spf.countMore', { count, max: maxLookups, list: unknown.join(', ') })
          : t('dnsMail:spf.count', { count, max: maxLookups })}
      </p>
      <MailFindings findings={checkSpf([printSpf(terms)], textAt)} />
    </div>
  );
}
