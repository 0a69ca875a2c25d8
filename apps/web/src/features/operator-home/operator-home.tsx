import type { OperatorHome } from '@placard/contract/homes';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loaded } from '../../ui/states.tsx';
import { AlarmList } from './alarm-list.tsx';
import { NetworkSteps } from './network-steps.tsx';
import { operatorHomeTexts } from './texts.ts';
import { TodayCards } from './today-cards.tsx';
import { WaitingList } from './waiting-list.tsx';

const LOOK_AGAIN_MS = 30_000;

/** What needs a person first: what stands still, then what waits, then how today goes. */
export default function OperatorHomeScreen() {
  const t = useTexts(operatorHomeTexts);
  const query = useQuery({
    ...apiQuery(api.homes.operator, undefined),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Loaded query={query} failed={t('failed')}>
        {(home: OperatorHome) => (
          <div className="stack gap-20">
            {home.alarms.length > 0 && <AlarmList alarms={home.alarms} />}
            {home.steps !== null && <NetworkSteps steps={home.steps} />}
            <WaitingList waits={home.waits} />
            <TodayCards home={home} />
          </div>
        )}
      </Loaded>
    </>
  );
}
