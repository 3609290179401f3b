import { dataCenterStates } from '../../../lib/contract/cloud/operatorOffer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';

type State = (typeof dataCenterStates)[number];

interface CenterStateProps {
  value: State;
  onChange: (state: State) => void;
  error: string | undefined;
}

/** Whether customers can create something in a data center. */
export function CenterState({ value, onChange, error }: CenterStateProps) {
  const t = useT();
  return (
    <Field label={t('operatorOffer:field.state')} group error={error}>
      <RadioCards
        value={value}
        onChange={onChange}
        min={400}
        cards={dataCenterStates.map((one) => ({
          value: one,
          label: t(`operatorOffer:state.${one}`),
          description: t(`operatorOffer:help.${one}`),
        }))}
      />
    </Field>
  );
}
