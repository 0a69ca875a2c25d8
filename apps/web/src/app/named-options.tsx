import type { ComponentProps } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';

type Root = ComponentProps<'div'>;

function Options({ 'aria-labelledby': _, ...props }: Root) {
  const t = useTexts(uiTexts);
  return <div {...props} role="listbox" aria-label={t('form.options')} />;
}

/** Options to choose from, which are there before they are shown: with the label for a name, two things would have that of the field. */
export function namedOptions(props: Root) {
  return props['aria-labelledby'] === undefined ? <div {...props} /> : <Options {...props} />;
}
