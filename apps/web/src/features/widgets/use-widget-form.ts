import { widgetInput } from '@placard/contract/widgets';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { toast } from '../../lib/toast-store.ts';
import { widgetsTexts } from './texts.ts';
import { sizeFieldFaults, type WidgetValues, widgetField, widgetInputOf } from './widget-values.ts';

/** The form of a widget, checked by the contract; each incomplete size is named by itself. */
export function useWidgetForm(initialValues: WidgetValues, save: (values: WidgetValues) => Promise<void>) {
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
    onInvalid: () => toast.failure(t('form.invalid')),
    onSubmit: save,
  });
}
