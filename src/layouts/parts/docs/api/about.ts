import type { Translate } from '../../../../lib/i18n/translator.ts';
import type { Field } from './schema.ts';

/**
 * The description of a field besides its name and type: the contract's text first, then its limits, in the reader's language.
 * Text in backticks is code.
 *
 * @param side for outputs, limits are left out, but optional fields are marked
 */
export function aboutField(field: Field, t: Translate, side: 'input' | 'answer'): string[] {
  const { about, required, nullable, default: standard, limits, values } = field;
  const input = side === 'input';
  const bounds = [
    limits.value && `\`${limits.value}\``,
    limits.characters && t('docs:api.characters', { range: `\`${limits.characters}\`` }),
    limits.items && t('docs:api.items', { range: `\`${limits.items}\`` }),
    limits.pattern && t('docs:api.pattern', { value: `\`${limits.pattern}\`` }),
  ].filter(Boolean);
  return [
    about,
    input && standard !== undefined && t('docs:api.default', { value: `\`${standard}\`` }),
    values.length > 0 && t('docs:api.values', { values: values.map((value) => `\`${value}\``).join(' ') }),
    input && bounds.length > 0 && t('docs:api.limits', { value: bounds.join(' · ') }),
    input && required && t('docs:api.required'),
    !input && !required && t('docs:api.optional'),
    nullable && t('docs:api.nullable'),
  ].filter((text): text is string => typeof text === 'string');
}
