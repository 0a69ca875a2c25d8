import { Button } from '@mantine/core';
import { isCodeType } from '@placard/domain/creative/rules';
import { setApart } from '@placard/texts/set-apart';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { UnsettledFields } from '../../../kits/form/unsettled-fields.ts';
import type { AppForm } from '../../../kits/form/use-app-form.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { type Detail, DetailList, Panel } from '../../../ui/panel.tsx';
import { AssignmentField } from '../assignment-field.tsx';
import { BasicInfoFields, ContentFields, SizeField, TypeField } from '../creative-fields.tsx';
import { type CreativeStep, type CreativeValues, chosenSize } from '../creative-values.ts';
import { creativesTexts } from '../texts.ts';
import { useAdSetsOf } from '../use-ad-set-choices.ts';
import { useSizeLabel } from '../use-size-label.ts';

type Props = {
  step: CreativeStep;
  form: AppForm<CreativeValues>;
  unsettled: UnsettledFields;
  onGo: (step: CreativeStep) => void;
};

export function CreativeStepFields({ step, form, unsettled, onGo }: Props) {
  const t = useTexts(creativesTexts);
  if (step === 'review') return <Review values={form.values} onGo={onGo} />;
  return (
    <Panel title={t(`wizard.${step}`)} description={t(`wizard.${step}Text`)}>
      <div className="stack gap-20">
        {step === 'basic' && (
          <>
            <BasicInfoFields form={form} />
            <TypeField form={form} />
            <SizeField form={form} />
          </>
        )}
        {step === 'content' && <ContentFields form={form} unsettled={unsettled} />}
        {step === 'assignment' && (
          <AssignmentField
            value={form.values.adSetIds}
            creative={null}
            onChange={(adSetIds) => form.setFieldValue('adSetIds', adSetIds)}
            error={form.errors.adSetIds}
          />
        )}
      </div>
    </Panel>
  );
}

function Review({ values, onGo }: { values: CreativeValues; onGo: (step: CreativeStep) => void }) {
  const t = useTexts(creativesTexts);
  const adSets = useAdSetsOf(values.adSetIds).data?.items ?? [];
  const size = chosenSize(values);
  const labelOf = useSizeLabel();
  const sizeLabel = size === null ? null : labelOf(size);
  const content: Detail[] = isCodeType(values.type)
    ? [{ label: t('field.adCode'), value: <CodeBlock code={values.adCode} label={t('field.adCode')} /> }]
    : [
        { label: t('field.altText'), value: values.altText.trim() },
        { label: t('field.clickUrl'), value: values.clickUrl.trim() },
      ];
  const chosen = values.adSetIds.map((id) => {
    const adSet = adSets.find((one) => one.id === id);
    return {
      id,
      text: adSet === undefined ? String(id) : `${setApart(adSet.campaignName)} · ${setApart(adSet.name)}`,
    };
  });
  return (
    <>
      <p>{t('wizard.reviewText')}</p>
      <ReviewPart
        step="basic"
        onGo={onGo}
        details={[
          { label: t('field.name'), value: values.name.trim() },
          { label: t('field.description'), value: values.description.trim() },
          { label: t('field.type'), value: values.type === '' ? null : t(`type.${values.type}`) },
          { label: t('field.size'), value: sizeLabel },
        ]}
      />
      <ReviewPart step="content" onGo={onGo} details={content} />
      <ReviewPart
        step="assignment"
        onGo={onGo}
        details={[
          {
            label: t('field.adSets'),
            value: chosen.map(({ id, text }) => <div key={id}>{text}</div>),
          },
        ]}
      />
    </>
  );
}

function ReviewPart({
  step,
  details,
  onGo,
}: {
  step: 'basic' | 'content' | 'assignment';
  details: readonly Detail[];
  onGo: (step: CreativeStep) => void;
}): ReactNode {
  const t = useTexts(creativesTexts);
  return (
    <Panel
      title={t(`wizard.${step}`)}
      actions={
        <Button variant="default" size="compact-sm" onClick={() => onGo(step)}>
          {t('wizard.change')}
        </Button>
      }
    >
      <DetailList details={details} />
    </Panel>
  );
}
