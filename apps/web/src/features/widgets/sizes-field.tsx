import { Button } from '@mantine/core';
import { WIDGET_SIZE_PRESETS } from '@placard/domain/ad-size';
import { WIDGET_MAX_SIZES } from '@placard/domain/widget/rules';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { SizeField } from '../../kits/form/size-field.tsx';
import { SIDES } from '../../kits/form/size-value.ts';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { widgetsTexts } from './texts.ts';
import { sizeFaults, type WidgetValues } from './widget-values.ts';
import classes from './widgets.module.css';

/** Several sizes, each named or custom. A new one is added only when all before it are complete. */
export function SizesField({ form }: { form: AppForm<WidgetValues> }) {
  const t = useTexts(widgetsTexts);
  const keys = useRowKeys(form.values.sizes.length);
  const { sizes } = form.values;
  const full = sizes.length >= WIDGET_MAX_SIZES;
  const add = () => {
    const incomplete = [...sizeFaults(sizes)].filter(([, fault]) => fault !== 'repeated');
    if (incomplete.length === 0) {
      keys.added();
      form.insertListItem('sizes', null);
      return;
    }
    for (const [index] of incomplete) form.setFieldError(`sizes.${index}`, t('form.completeFirst'));
  };
  const remove = (index: number) => {
    keys.removed(index);
    form.removeListItem('sizes', index);
  };
  return (
    <>
      <p className="below-16 muted text-13">{t('form.sizesHint')}</p>
      <ol className="plain-list grid gap-12">
        {sizes.map((value, index) => (
          <li key={keys.of(index)} className={`grid gap-8 top ${classes.sizeRow}`}>
            <SizeField
              required
              presets={WIDGET_SIZE_PRESETS}
              label={t('form.size', { number: index + 1 })}
              value={value}
              onChange={(size) => {
                for (const side of SIDES) form.clearFieldError(`sizes.${index}.${side}`);
                form.setFieldValue(`sizes.${index}`, size);
              }}
              onLeaveSide={(side) => void form.validateField(`sizes.${index}.${side}`)}
              sideErrors={{
                width: form.errors[`sizes.${index}.width`],
                height: form.errors[`sizes.${index}.height`],
              }}
              error={form.errors[`sizes.${index}`] ?? (index === 0 ? form.errors.sizes : undefined)}
            />
            {sizes.length > 1 && (
              <button
                type="button"
                className="icon-button removes above-24"
                aria-label={t('form.removeSize', { number: index + 1 })}
                title={t('form.removeSize', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <Trash2 size={16} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ol>
      <div className="row wrap gap-8 faint text-13 above-12">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={15} aria-hidden />}
          disabled={full}
          onClick={add}
        >
          {t('form.addSize')}
        </Button>
        {full && <span>{t('form.sizesMost', { count: WIDGET_MAX_SIZES })}</span>}
      </div>
    </>
  );
}

/** A row keeps its key when one above it goes: "custom" is a state of the row, not of its place. */
function useRowKeys(count: number) {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  const grow = () => {
    keys.current.push(next.current);
    next.current += 1;
  };
  while (keys.current.length < count) grow();
  return {
    of: (index: number) => keys.current[index] ?? index,
    added: grow,
    removed: (index: number) => {
      keys.current.splice(index, 1);
    },
  };
}
