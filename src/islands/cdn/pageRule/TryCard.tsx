import { ArrowRight } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { navigate } from '../../../browser/navigate.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { simulatorHref } from '../shared/simulatorHref.ts';

/** Opens a URL in the simulator, which shows what every layer does with it, page rules among them. */
export function TryCard({ domain }: { domain: string }) {
  const t = useT();
  // What is typed before the script of a server's page has started counts too.
  const url = useRef<HTMLInputElement>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    navigate.to(simulatorHref(domain, { url: url.current?.value.trim() || '/' }));
  };
  return (
    <Card title={t('pageRule:try.title')}>
      <form noValidate aria-label={t('pageRule:try.title')} className="grid gap-3" onSubmit={go}>
        <Field label={t('pageRule:try.label')} hideLabel help={t('pageRule:try.help')}>
          <TextInput ref={url} defaultValue={`https://${domain}/`} mono maxLength={2000} type="url" autoComplete="off" />
        </Field>
        <Button type="submit" trailing={ArrowRight} block>
          {t('pageRule:try.open')}
        </Button>
      </form>
    </Card>
  );
}
