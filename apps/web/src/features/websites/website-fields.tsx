import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import type { NamedWebsiteCategory } from '@placard/domain/website/categories';
import { TRAFFIC_RANGE_CODES, WEBSITE_MAX_CATEGORIES } from '@placard/domain/website/rules';
import { useTexts } from '../../i18n/texts.ts';
import { CountInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { websiteWords } from '../../kits/website/texts.ts';
import { Fields, Half } from '../../ui/form/field-layout.tsx';
import { searchedOptions } from '../../ui/form/search-options.ts';
import { Panel } from '../../ui/panel.tsx';
import { websitesTexts } from './texts.ts';
import { offeredCategories, type WebsiteValues } from './website-values.ts';

/** The fields of a website; the domain of a registered one stays. */
export function WebsiteFields({
  form,
  domainFixed = false,
  categoriesHad = [],
}: {
  form: AppForm<WebsiteValues>;
  domainFixed?: boolean;
  /** Of a registered website. */
  categoriesHad?: readonly NamedWebsiteCategory[];
}) {
  const t = useTexts(websitesTexts);
  const categoryOf = useTexts(websiteWords);
  return (
    <>
      <Panel title={t('form.site')}>
        <Fields>
          <TextInput
            required
            label={t('form.domain')}
            description={t(domainFixed ? 'form.domainFixed' : 'form.domainHint')}
            readOnly={domainFixed}
            {...(domainFixed ? { classNames: { input: 'sunken muted' } } : {})}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('domain')}
          />
          <MultiSelect
            required
            {...searchedOptions}
            clearable
            hidePickedOptions
            label={t('form.categories')}
            description={t('form.categoriesHint', { count: form.values.categories.length })}
            placeholder={
              form.values.categories.length < WEBSITE_MAX_CATEGORIES ? t('form.categoriesFind') : undefined
            }
            nothingFoundMessage={t('form.categoriesNone')}
            maxValues={WEBSITE_MAX_CATEGORIES}
            data={offeredCategories(categoriesHad).map((value) => ({
              value,
              label: categoryOf(`category.${value}`),
            }))}
            {...form.getInputProps('categories')}
          />
        </Fields>
      </Panel>
      <Panel title={t('form.audience')}>
        <TrafficFields form={form} />
      </Panel>
      {domainFixed && (
        <Panel title={t('form.ads')}>
          <Switch
            label={t('form.separate')}
            description={t('form.separateHint')}
            {...form.getInputProps('separateCategories', { type: 'checkbox' })}
          />
        </Panel>
      )}
    </>
  );
}

function TrafficFields({ form }: { form: AppForm<WebsiteValues> }) {
  const t = useTexts(websitesTexts);
  return (
    <Fields>
      <Half>
        <Select
          required
          label={t('form.traffic')}
          description={t('form.trafficHint')}
          placeholder={t('form.trafficChoose')}
          allowDeselect={false}
          data={[
            ...TRAFFIC_RANGE_CODES.map((value) => ({ value: value as string, label: t(`range.${value}`) })),
            { value: 'custom', label: t('customTraffic') },
          ]}
          {...form.getInputProps('trafficRange')}
        />
      </Half>
      {form.values.trafficRange === 'custom' && (
        <Half>
          <CountInput
            required
            label={t('form.custom')}
            description={t('form.customHint')}
            {...form.getInputProps('customTraffic')}
          />
        </Half>
      )}
    </Fields>
  );
}
