import type { PublisherHome as Home } from '@placard/contract/homes';
import { PUBLISHER_STEPS, type PublisherStep } from '@placard/domain/home/checklist';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarRange, Coins, History } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { FirstSteps } from '../../kits/first-steps/first-steps.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import {
  REPORT_PATH,
  WEBSITE_CREATE_PATH,
  WEBSITES_PATH,
  websiteWidgetsPath,
  widgetCreatePath,
} from '../../lib/publisher-paths.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { homeTexts } from './home-texts.ts';
import { useTurn } from './use-turn.ts';
import { ADS_TXT_PATH, WantsALook } from './wants-a-look.tsx';

/** Below the cards of the roles: a publisher's earnings, the next payout, and what wants a look. */
export default function PublisherHome() {
  const t = useTexts(homeTexts);
  const query = useQuery({ ...apiQuery(api.homes.publisher, undefined), refetchOnMount: 'always' });
  return (
    <section className="stack above-24" aria-label={t('publisher.title')}>
      <h2 className="below-12">{t('publisher.title')}</h2>
      <Loaded query={query} failed={t('failed')}>
        {(home: Home) => (
          <>
            <Cards home={home} />
            <div className="tiles least-380 top">
              {home.steps !== null && <Steps home={home} steps={home.steps} />}
              <Payout home={home} />
              <WantsALook home={home} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Cards({ home }: { home: Home }) {
  const t = useTexts(homeTexts);
  const money = (value: number) => <Money short value={value} currency={home.currency} />;
  return (
    <StatCards>
      <StatCard label={t('publisher.today')} icon={Coins} value={money(home.today)} />
      <StatCard label={t('publisher.yesterday')} icon={History} value={money(home.yesterday)} />
      <StatCard
        label={t('publisher.last7Days')}
        icon={CalendarRange}
        value={money(home.last7Days)}
        hint={t('publisher.withToday')}
      />
      <StatCard
        label={t('publisher.thisMonth')}
        icon={CalendarDays}
        value={money(home.thisMonth)}
        hint={t('publisher.withToday')}
      />
    </StatCards>
  );
}

function Payout({ home: { payout, currency } }: { home: Home }) {
  const t = useTexts(homeTexts);
  return (
    <Panel
      title={t('publisher.payout.title')}
      actions={<Link to="/publisher/payment">{t('publisher.payout.open')}</Link>}
    >
      <div className="stack gap-6">
        <p className="text-24 bold">
          <Money short value={payout.amount} currency={currency} />
        </p>
        {/* A plain day: it is the same day in whatever zone it is read. */}
        <p className="muted text-13">{t('publisher.payout.when', { day: formatDate(payout.date, 'UTC') })}</p>
        <p className="muted text-13">
          {payout.missing > 0
            ? t('publisher.payout.missing', {
                missing: formatMoney(payout.missing, currency),
                min: formatMoney(payout.minPayout, currency),
              })
            : t(payout.automatic ? 'publisher.payout.automatic' : 'publisher.payout.byHand')}
        </p>
      </div>
    </Panel>
  );
}

function Steps({ home, steps }: { home: Home; steps: NonNullable<Home['steps']> }) {
  const t = useTexts(homeTexts);
  const turnOf = useTurn();
  const { newestWebsiteId: id } = home;
  const paths: Readonly<Record<PublisherStep, string>> = {
    website: WEBSITE_CREATE_PATH,
    approved: WEBSITES_PATH,
    ads_txt: ADS_TXT_PATH,
    widget: id === null ? WEBSITES_PATH : widgetCreatePath(id),
    snippet: id === null ? WEBSITES_PATH : websiteWidgetsPath(id),
    impression: REPORT_PATH,
  };
  return (
    <FirstSteps
      steps={steps}
      words={(step: PublisherStep) => ({
        ...turnOf(PUBLISHER_STEPS[step], paths[step]),
        title: t(`steps.publisher.${step}.title`),
        text: t(`steps.publisher.${step}.text`),
        open: t(`steps.publisher.${step}.open`),
      })}
    />
  );
}
