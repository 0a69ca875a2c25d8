import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH } from '../../../lib/advertiser-paths.ts';
import { dayIn } from '../../../lib/format/time-format.ts';
import { idParameter } from '../../../lib/search/search-text.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useUser } from '../../../lib/session/session-store.ts';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FailedState, LoadingState } from '../../../ui/states.tsx';
import { WizardSteps } from '../../../ui/wizard-steps.tsx';
import { campaignsTexts } from '../texts.ts';
import { type CampaignDraft, draftQuery, useStartOver } from '../use-campaign-draft.ts';
import { keptCampaign } from './kept-campaign.ts';
import { SaveNote } from './save-note.tsx';
import { SettingStep } from './setting-step.tsx';
import { SuccessStep } from './success-step.tsx';
import { TargetStep } from './target-step.tsx';
import { useDraftSaver } from './use-draft-saver.ts';
import {
  type Draft,
  enterTarget,
  goesOn,
  WIZARD_STEPS,
  type WizardContent,
  type WizardStepKey,
  wizardContent,
  wizardStep,
  worthKeeping,
} from './wizard-state.ts';

/** Setting, Target, Success. What is typed is kept as a draft; the step and the result live in the URL. */
export default function CampaignWizard() {
  const t = useTexts(campaignsTexts);
  const [raw] = useSearchParameters();
  // Another device may have gone on with it: the cached draft of the list is not enough to start from.
  const draft = useQuery({ ...draftQuery(), staleTime: 0, refetchOnWindowFocus: false });
  const [ready, setReady] = useState(false);
  if (!ready && draft.isFetchedAfterMount && draft.data !== undefined && !draft.isFetching) setReady(true);
  const campaignId = idParameter(raw.campaign ?? '');
  const adSetId = idParameter(raw.adSet ?? '');
  if (raw.step === 'success' && campaignId !== undefined && adSetId !== undefined) {
    return (
      <>
        <PageHeader title={t('create.title')} crumbs={[{ label: t('title'), to: CAMPAIGNS_PATH }]} />
        <Steps current="success" />
        <SuccessStep campaignId={campaignId} adSetId={adSetId} />
      </>
    );
  }
  if (!ready && draft.isError && draft.data === undefined) {
    return (
      <>
        <PageHeader title={t('create.title')} crumbs={[{ label: t('title'), to: CAMPAIGNS_PATH }]} />
        <FailedState title={t('draft.loadFailed')} error={draft.error} onRetry={() => void draft.refetch()} />
      </>
    );
  }
  if (!ready || draft.data === undefined) return <LoadingState lines={6} />;
  return <WizardBody draft={draft.data} />;
}

function Steps({ current, onGo }: { current: WizardStepKey; onGo?: (step: WizardStepKey) => void }) {
  const t = useTexts(campaignsTexts);
  const steps = WIZARD_STEPS.map((key) => ({ key, label: t(`wizard.${key}`) }));
  return <WizardSteps label={t('wizard.steps')} steps={steps} current={current} onGo={onGo} />;
}

type Wizard = ReturnType<typeof useWizard>;

/** Starts from what was typed last when the page opened; later saves don't start it anew. */
function useWizard(draft: CampaignDraft | null) {
  const today = dayIn(useTimeZone(), serverNow());
  const [raw, changeSearch] = useSearchParameters();
  const user = useUser();
  const [start, setStart] = useState<Draft | null>(() => {
    const kept = keptCampaign(user);
    return goesOn(kept, draft) ? kept : draft;
  });
  const [content, setContent] = useState<WizardContent>(() => wizardContent(start, today));
  const [round, setRound] = useState(0);
  const saver = useDraftSaver();
  const latest = useRef(content);
  const step = wizardStep(raw.step, start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this browser kept is saved, or over, when the page opens
  useEffect(() => {
    if (start !== null && start !== draft) saver.change({ step: start.step, content });
    else saver.forget();
  }, []);
  const keep = (next: WizardContent) => {
    latest.current = next;
    setContent(next);
  };
  return {
    today,
    content,
    round,
    saver,
    step: step === 'success' ? ('setting' as const) : step,
    changed: worthKeeping(content, today),
    change: (part: Partial<WizardContent>, at: 'setting' | 'target') => {
      keep({ ...latest.current, ...part });
      if (worthKeeping(latest.current, today)) saver.change({ step: at, content: latest.current });
    },
    go: (to: 'setting' | 'target') => {
      if (to === 'target') keep(enterTarget(latest.current));
      if (worthKeeping(latest.current, today)) saver.change({ step: to, content: latest.current });
      changeSearch({ step: to });
    },
    reset: () => {
      saver.forget();
      setStart(null);
      keep(wizardContent(null, today));
      setRound((before) => before + 1);
      changeSearch({ step: 'setting' }, { replace: true });
    },
    succeed: (created: { readonly campaignId: number; readonly adSetId: number }) => {
      saver.forget();
      changeSearch(
        { step: 'success', campaign: String(created.campaignId), adSet: String(created.adSetId) },
        { replace: true },
      );
    },
  };
}

function StartOverButton({ wizard }: { wizard: Wizard }) {
  const t = useTexts(campaignsTexts);
  const discarded = useStartOver(() => wizard.saver.stop());
  const startOver = async () => {
    const gone = await discarded();
    wizard.saver.renew();
    if (gone) wizard.reset();
  };
  return (
    <Button variant="default" onClick={() => void startOver()}>
      {t('draft.startOver')}
    </Button>
  );
}

function WizardBody({ draft }: { draft: CampaignDraft | null }) {
  const t = useTexts(campaignsTexts);
  const wizard = useWizard(draft);
  const { content, today, round, saver } = wizard;
  const note = <SaveNote state={saver.state} onRetry={saver.flush} />;
  return (
    <>
      <PageHeader
        title={t('create.title')}
        crumbs={[{ label: t('title'), to: CAMPAIGNS_PATH }]}
        {...(wizard.changed ? { actions: <StartOverButton wizard={wizard} /> } : {})}
      />
      <Steps
        current={wizard.step}
        onGo={(to) => {
          if (to !== 'success') wizard.go(to);
        }}
      />
      {wizard.step === 'setting' ? (
        <SettingStep
          key={`setting${round}`}
          content={content}
          today={today}
          note={note}
          onChange={(campaign) => wizard.change({ campaign }, 'setting')}
          onNext={(campaign) => {
            wizard.change({ campaign }, 'setting');
            wizard.go('target');
          }}
        />
      ) : (
        <TargetStep
          key={`target${round}`}
          content={content}
          today={today}
          note={note}
          onChange={(adSet) => wizard.change({ adSet }, 'target')}
          onBack={() => wizard.go('setting')}
          beforeCreate={saver.stop}
          afterFailure={saver.renew}
          onCreated={wizard.succeed}
        />
      )}
    </>
  );
}
