import { Textarea, TextInput } from '@mantine/core';
import { MAX_AD_SIDE_PX, MIN_AD_SIDE_PX } from '@placard/domain/ad-size';
import { CREATIVE_TYPES, isCodeType } from '@placard/domain/creative/rules';
import { Code, Image } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { choicesTexts } from '../../kits/form/choices-texts.ts';
import { CountInput } from '../../kits/form/number-field.tsx';
import type { UnsettledFields } from '../../kits/form/unsettled-fields.ts';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { type CreativeValues, CUSTOM_SIZE, chosenSize, fittingImage } from './creative-values.ts';
import classes from './creatives.module.css';
import { ImageUpload } from './image-upload.tsx';
import { PRESET_KEYS } from './size-text.ts';
import { creativesTexts } from './texts.ts';

type Props = { form: AppForm<CreativeValues> };

const TYPE_ICONS = { image: Image, third_party: Code };

/** Name and description. */
export function BasicInfoFields({ form }: Props) {
  const t = useTexts(creativesTexts);
  return (
    <>
      <TextInput
        required
        label={t('field.name')}
        description={t('field.nameHint')}
        {...form.getInputProps('name')}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={t('field.description')}
        {...form.getInputProps('description')}
      />
    </>
  );
}

/** Image or code. An existing creative keeps its type. */
export function TypeField({ form, fixed = false }: Props & { fixed?: boolean }) {
  const t = useTexts(creativesTexts);
  return (
    <CardsField
      required
      label={t('field.type')}
      hint={fixed ? t('field.typeFixed') : undefined}
      disabled={fixed}
      options={CREATIVE_TYPES.map((value) => ({
        value,
        label: t(`type.${value}`),
        hint: t(`typeHint.${value}`),
        icon: TYPE_ICONS[value],
      }))}
      value={form.values.type}
      onChange={(type) => form.setFieldValue('type', type)}
      error={form.errors.type}
    />
  );
}

/** The specification's sizes, and Custom with two sides. */
export function SizeField({ form }: Props) {
  const t = useTexts(creativesTexts);
  const sizes = useTexts(choicesTexts);
  const presets = PRESET_KEYS.map((key) => ({ value: key, label: t(`sizeName.${key}`), hint: key }));
  const custom = { value: CUSTOM_SIZE, label: t('field.custom') };
  const side = (name: 'width' | 'height') => (
    <CountInput
      required
      unit={sizes('pixels')}
      label={t(`field.${name}`)}
      description={t('field.customHint', { min: MIN_AD_SIDE_PX, max: MAX_AD_SIDE_PX })}
      {...form.getInputProps(name)}
    />
  );
  return (
    <div>
      <CardsField
        required
        dense
        label={t('field.size')}
        options={[...presets, custom] as { value: string; label: string; hint?: string }[]}
        value={form.values.size}
        onChange={(size) => form.setFieldValue('size', size)}
        error={form.errors.size}
      />
      {form.values.size === CUSTOM_SIZE && (
        <div className={`flex gap-12 above-8 ${classes.sides}`}>
          {side('width')}
          {side('height')}
        </div>
      )}
    </div>
  );
}

/** What visitors see: the image with its link, or the code. */
export function ContentFields({ form, unsettled }: Props & { unsettled: UnsettledFields }) {
  const t = useTexts(creativesTexts);
  if (isCodeType(form.values.type)) {
    return (
      <Textarea
        required
        autosize
        minRows={10}
        maxRows={24}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        label={t('field.adCode')}
        description={t('field.adCodeHint')}
        {...form.getInputProps('adCode')}
      />
    );
  }
  return (
    <>
      <ImageUpload
        size={chosenSize(form.values)}
        value={fittingImage(form.values)}
        onChange={(image) => form.setFieldValue('image', image)}
        unsettled={unsettled}
        error={form.errors.image}
        onClearError={() => form.clearFieldError('image')}
      />
      <TextInput
        label={t('field.altText')}
        description={t('field.altTextHint')}
        {...form.getInputProps('altText')}
      />
      <TextInput
        required
        type="url"
        inputMode="url"
        label={t('field.clickUrl')}
        description={t('field.clickUrlHint')}
        {...form.getInputProps('clickUrl')}
      />
    </>
  );
}
