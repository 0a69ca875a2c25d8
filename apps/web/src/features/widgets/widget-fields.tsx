import { Switch, Textarea, TextInput } from '@mantine/core';
import { canWait, WIDGET_TYPES } from '@placard/domain/widget/rules';
import { LayoutTemplate, Newspaper, PanelBottom, SquarePlay } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { Fields, Half } from '../../ui/form/field-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SizesField } from './sizes-field.tsx';
import { widgetsTexts } from './texts.ts';
import type { WidgetValues } from './widget-values.ts';

const TYPE_ICONS = {
  banner: LayoutTemplate,
  native: Newspaper,
  video: SquarePlay,
  floating_sticky_ad: PanelBottom,
};

/** The fields of a widget; the type of an existing one stays. */
export function WidgetFields({
  form,
  typeFixed = false,
}: {
  form: AppForm<WidgetValues>;
  typeFixed?: boolean;
}) {
  const t = useTexts(widgetsTexts);
  return (
    <>
      <Panel title={t('form.basics')}>
        <Fields>
          <CardsField
            required
            label={t('form.type')}
            hint={typeFixed ? t('form.typeFixed') : undefined}
            disabled={typeFixed}
            options={WIDGET_TYPES.map((value) => ({
              value,
              label: t(`type.${value}`),
              hint: t(`typeHint.${value}`),
              icon: TYPE_ICONS[value],
            }))}
            value={form.values.type}
            onChange={(type) => form.setFieldValue('type', type)}
            error={form.errors.type}
          />
          <TextInput
            required
            label={t('form.name')}
            description={t('form.nameHint')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('form.headingTitle')}
            description={t('form.headingHint')}
            placeholder={t('form.optional')}
            {...form.getInputProps('headingTitle')}
          />
          {canWait(form.values.type) && (
            <Switch
              label={t('form.lazy')}
              description={t('form.lazyHint')}
              {...form.getInputProps('lazy', { type: 'checkbox' })}
            />
          )}
        </Fields>
      </Panel>
      <Panel title={t('form.sizes')}>
        <SizesField form={form} />
      </Panel>
      <Panel title={t('form.price')}>
        <Fields>
          <Half>
            <MoneyInput
              label={t('form.floorCpm')}
              description={t('form.floorHint')}
              placeholder={t('form.optional')}
              {...form.getInputProps('floorCpm')}
            />
          </Half>
        </Fields>
      </Panel>
      <Panel title={t('form.fallback')} description={t('form.fallbackHint')}>
        {form.values.type === 'floating_sticky_ad' ? (
          <p className="faint text-13">{t('form.fallbackFloating')}</p>
        ) : (
          <Textarea
            autosize
            minRows={4}
            maxRows={14}
            label={t('form.fallbackHtml')}
            description={t('form.fallbackRules')}
            placeholder={t('form.fallbackExample')}
            spellCheck={false}
            autoCapitalize="none"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('fallbackHtml')}
          />
        )}
      </Panel>
    </>
  );
}
