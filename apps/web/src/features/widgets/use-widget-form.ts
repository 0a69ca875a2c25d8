import { widgetInput } from '@placard/contract/widgets';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { widgetsTexts } from './texts.ts';
import { sizeFieldFaults, type WidgetValues, widgetField, widgetInputOf } from './widget-values.ts';

type Save = Pick<Parameters<typeof useAppForm<WidgetValues>>[0], 'onSubmit' | 'failed' | 'renew' | 'leaves'>;

/** The form of a widget, checked by the contract; each incomplete size is named by itself. */
export function useWidgetForm(initialValues: WidgetValues, save: Save) {
  const t = useTexts(widgetsTexts);
  const words = {
    missing: t('form.sizeMissing'),
    repeated: t('form.sizeRepeated'),
  };
  return useAppForm<WidgetValues>({
    initialValues,
    schema: widgetInput.omit({ sizes: true }),
    toInput: widgetInputOf,
    rules: (values) => sizeFieldFaults(values.sizes, words),
    mapPath: widgetField,
    invalid: t('form.invalid'),
    ...save,
  });
}
