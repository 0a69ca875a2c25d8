import { Button } from '@mantine/core';
import { CREATIVE_TYPES, type CreativeType } from '@placard/domain/creative/rules';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { useUnsettledFields } from '../../../kits/form/unsettled-fields.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { CREATIVES_PATH, creativePath } from '../../../lib/advertiser-paths.ts';
import { api } from '../../../lib/api/api.ts';
import { madeOnce } from '../../../lib/api/made-once.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { useUser } from '../../../lib/session/session-store.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { openConfirm } from '../../../ui/confirm.ts';
import { ButtonRow, Notice, SideBySide } from '../../../ui/form/field-layout.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { WizardSteps } from '../../../ui/wizard-steps.tsx';
import {
  basicInfoInput,
  CREATIVE_STEPS,
  type CreativeStep,
  type CreativeValues,
  chosenSize,
  contentInput,
  creativeStep,
  fieldOfPath,
  NEW_CREATIVE,
  stepFaults,
} from '../creative-values.ts';
import { imageUploadTexts } from '../image-upload-texts.ts';
import { LivePreview } from '../live-preview.tsx';
import { creativesTexts } from '../texts.ts';
import { useCreativesChanged } from '../use-creative-actions.ts';
import { CreativeReach } from './creative-reach.tsx';
import { CreativeStepFields } from './creative-step-fields.tsx';
import { dropKeptCreative, keepCreative, keptCreative } from './kept-creative.ts';

/** An ad set chosen by the address. */
export type PresetAdSet = { readonly id: number; readonly name: string; readonly campaignName: string };

/** Basic Info, Content, Assignment, Review; the step lives in the URL, what is filled in is kept in this browser. */
export default function CreativeWizard({ preset = null }: { preset?: PresetAdSet | null }) {
  const [round, setRound] = useState(0);
  return <Wizard key={round} preset={preset} onRestart={() => setRound((before) => before + 1)} />;
}

function startValues(
  kept: CreativeValues,
  preset: PresetAdSet | null,
  type: CreativeType | undefined,
): CreativeValues {
  if (type !== undefined) return startValues({ ...kept, type }, preset, undefined);
  if (preset === null || kept.adSetIds.includes(preset.id)) return kept;
  return { ...kept, adSetIds: [...kept.adSetIds, preset.id] };
}

function useWizard(preset: PresetAdSet | null) {
  const t = useTexts(creativesTexts);
  const user = useUser();
  const navigate = useNavigate();
  const changed = useCreativesChanged();
  const [raw, change] = useSearchParameters();
  const type = CREATIVE_TYPES.find((one) => one === raw.type);
  const [start] = useState(() => startValues(keptCreative(user.id), preset, type));
  const [empty] = useState(() => startValues(NEW_CREATIVE, preset, type));
  // Once it is created nothing may be kept any more, whatever still renders on the way to its page.
  const created = useRef(false);
  const go = (step: CreativeStep) => change({ step });

  const create = async (values: CreativeValues) => {
    const content = contentInput(values);
    if (content === null) return;
    const { id } = await madeOnce(api.creatives.create, {
      basicInfo: basicInfoInput(values),
      content,
      adSetIds: values.adSetIds,
    });
    created.current = true;
    dropKeptCreative(user.id);
    toast.success(t('done.create'));
    void changed();
    await navigate({ to: creativePath(id) });
  };
  const unsettled = useUnsettledFields();
  const { form, formProps } = useAppForm<CreativeValues>({
    initialValues: start,
    unsettled,
    rules: (values) => stepFaults(creativeStep(raw.step, values), values),
    mapPath: fieldOfPath,
    invalid: t('wizard.invalid'),
    failed: t('failed.create'),
    onFieldsRefused: (fields) => {
      const faulty = CREATIVE_STEPS.find((one) => fields.some((field) => FIELDS[one].includes(field)));
      if (faulty !== undefined) go(faulty);
    },
    onSubmit: async (values) => {
      const next = CREATIVE_STEPS[CREATIVE_STEPS.indexOf(step) + 1];
      if (next === undefined) await create(values);
      else go(next);
    },
  });
  const { values } = form;
  const step = creativeStep(raw.step, values);
  useEffect(() => {
    if (!created.current && JSON.stringify(values) !== JSON.stringify(empty)) keepCreative(user.id, values);
  }, [values, empty, user.id]);
  // A link from elsewhere may name the type; one that is none is said and not guessed at.
  const wrongType = type === undefined && values.type === '' ? raw.type : undefined;
  const leave = (next: CreativeStep) => {
    // What is wrong on a step is told there, once it is to be left forwards.
    form.clearErrors();
    go(next);
  };
  return { form, formProps, unsettled, step, leave, userId: user.id, wrongType };
}

const FIELDS: Readonly<Record<CreativeStep, readonly string[]>> = {
  basic: ['name', 'description', 'type', 'size', 'width', 'height'],
  content: ['image', 'altText', 'clickUrl', 'adCode'],
  assignment: ['adSetIds'],
  review: [],
};

function Wizard({ preset, onRestart }: { preset: PresetAdSet | null; onRestart: () => void }) {
  const t = useTexts(creativesTexts);
  const tImage = useTexts(imageUploadTexts);
  const { form, formProps, unsettled, step, leave, userId, wrongType } = useWizard(preset);
  const at = CREATIVE_STEPS.indexOf(step);
  const before = CREATIVE_STEPS[at - 1];
  const startOver = async () => {
    const sure = await openConfirm({
      title: t('wizard.startOverTitle'),
      message: t('wizard.startOverText'),
      confirmLabel: t('wizard.startOver'),
      danger: true,
    });
    if (!sure) return;
    dropKeptCreative(userId);
    leave('basic');
    onRestart();
  };
  return (
    <>
      <PageHeader
        title={t('wizard.title')}
        crumbs={[{ label: t('title'), to: CREATIVES_PATH }]}
        {...(preset === null
          ? {}
          : { description: t('wizard.presetFor', { adSet: preset.name, campaign: preset.campaignName }) })}
        {...(form.isDirty() || form.values.name !== ''
          ? {
              actions: (
                <Button variant="default" onClick={() => void startOver()}>
                  {t('wizard.startOver')}
                </Button>
              ),
            }
          : {})}
      />
      <WizardSteps
        label={t('wizard.steps')}
        steps={CREATIVE_STEPS.map((key) => ({ key, label: t(`wizard.${key}`) }))}
        current={step}
        onGo={leave}
      />
      {wrongType !== undefined && (
        <Notice tone="bad">
          <strong>{t('wizard.invalidType')}</strong>
          <p>{t('wizard.invalidTypeText', { type: wrongType })}</p>
        </Notice>
      )}
      <AppForm {...formProps} className="">
        <SideBySide wide aside={<Aside step={step} values={form.values} />}>
          <CreativeStepFields key={step} step={step} form={form} unsettled={unsettled} onGo={leave} />
          <ButtonRow>
            {before !== undefined && (
              <Button variant="default" onClick={() => leave(before)}>
                {t('wizard.back')}
              </Button>
            )}
            {step === 'review' ? (
              <BusyButton type="submit" busy={form.busy} busyLabel={t('wizard.creating')}>
                {t('wizard.create')}
              </BusyButton>
            ) : (
              <BusyButton type="submit" busy={form.busy} busyLabel={tImage('waiting')}>
                {t('wizard.next')}
              </BusyButton>
            )}
          </ButtonRow>
        </SideBySide>
      </AppForm>
    </>
  );
}

/** The preview all along, and what it can reach once it is about ad sets. */
function Aside({ step, values }: { step: CreativeStep; values: CreativeValues }) {
  const size = chosenSize(values);
  const choosesAdSets = step === 'assignment' || step === 'review';
  return (
    <div className="stack gap-20">
      <LivePreview values={values} />
      {choosesAdSets && size !== null && <CreativeReach adSetIds={values.adSetIds} size={size} />}
    </div>
  );
}
