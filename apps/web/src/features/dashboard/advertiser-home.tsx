import type { AdvertiserHome as Home } from '@placard/contract/homes';
import { ADVERTISER_STEPS, type AdvertiserStep } from '@placard/domain/home/checklist';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, Hourglass, Wallet } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { FirstSteps } from '../../kits/first-steps/first-steps.tsx';
import {
  CAMPAIGN_WIZARD_PATH,
  CAMPAIGNS_PATH,
  CREATIVE_WIZARD_PATH,
  campaignPath,
} from '../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatNumber, formatPercent } from '../../lib/format/number-format.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './dashboard.module.css';
import { homeTexts } from './home-texts.ts';
import { useTurn } from './use-turn.ts';
import { WantsMending } from './wants-mending.tsx';

const BILLING_PATH = '/advertiser/billing';

/** Below the cards of the roles: an advertiser's money, what wants mending, and what does best and worst. */
export default function AdvertiserHome() {
  const t = useTexts(homeTexts);
  const query = useQuery({ ...apiQuery(api.homes.advertiser, undefined), refetchOnMount: 'always' });
  return (
    <section className="stack above-24" aria-label={t('advertiser.title')}>
      <h2 className="below-12">{t('advertiser.title')}</h2>
      <Loaded query={query} failed={t('failed')}>
        {(home: Home) => (
          <>
            <Cards home={home} />
            <div className="tiles least-380 top">
              {home.steps !== null && <Steps home={home} steps={home.steps} />}
              <WantsMending home={home} />
              {home.steps === null && <Judged home={home} />}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

const A_YEAR_DAYS = 365;

function Cards({ home }: { home: Home }) {
  const t = useTexts(homeTexts);
  const { kind, days, of } = home.lasts;
  const money = (value: number) => <Money short value={value} currency={home.currency} />;
  const hint = kind === 'days' ? t('advertiser.daysHint', { of: of ?? 0 }) : t(`advertiser.${kind}Hint`);
  return (
    <StatCards>
      <StatCard label={t('advertiser.spentToday')} icon={Wallet} value={money(home.spentToday)} />
      <StatCard
        label={t('advertiser.spentThisMonth')}
        icon={CalendarDays}
        value={money(home.spentThisMonth)}
      />
      <StatCard
        label={t('advertiser.lasts')}
        icon={Hourglass}
        hint={hint}
        value={<Lasts kind={kind} days={days} />}
      />
    </StatCards>
  );
}

/** Words are set smaller than figures. */
function Lasts({ kind, days }: Pick<Home['lasts'], 'kind' | 'days'>) {
  const t = useTexts(homeTexts);
  if (kind !== 'days') return <span className="instead-of-figure">{t(`advertiser.${kind}`)}</span>;
  if (days !== null && days <= A_YEAR_DAYS) return t('advertiser.days', { days });
  return <span className="instead-of-figure">{t('advertiser.overAYear')}</span>;
}

function Steps({ home, steps }: { home: Home; steps: NonNullable<Home['steps']> }) {
  const t = useTexts(homeTexts);
  const turnOf = useTurn();
  const newest = home.newestCampaignId === null ? CAMPAIGNS_PATH : campaignPath(home.newestCampaignId);
  const paths: Readonly<Record<AdvertiserStep, string>> = {
    fund: BILLING_PATH,
    campaign: CAMPAIGN_WIZARD_PATH,
    creative: CREATIVE_WIZARD_PATH,
    submit: newest,
    approved: newest,
    impression: newest,
  };
  return (
    <FirstSteps
      steps={steps}
      words={(step: AdvertiserStep) => ({
        ...turnOf(ADVERTISER_STEPS[step], paths[step]),
        title: t(`steps.advertiser.${step}.title`),
        text: t(`steps.advertiser.${step}.text`),
        open: t(`steps.advertiser.${step}.open`),
        ...(step === 'fund' ? { waits: t('steps.advertiser.fund.waits') } : {}),
      })}
    />
  );
}

/** By click rate; with too few impressions nothing is said. */
function Judged({ home: { best, worst } }: { home: Home }) {
  const t = useTexts(homeTexts);
  if (best === null) {
    return (
      <Panel title={t('advertiser.judged.title')}>
        <p className="muted text-13">{t('advertiser.judged.none')}</p>
      </Panel>
    );
  }
  return (
    <Panel flush title={t('advertiser.judged.title')}>
      <div className="lined">
        <Campaign label={t('advertiser.judged.best')} campaign={best} />
        {worst === null ? (
          <p className="muted text-13 pad-block">{t('advertiser.judged.only')}</p>
        ) : (
          <Campaign label={t('advertiser.judged.worst')} campaign={worst} />
        )}
      </div>
    </Panel>
  );
}

function Campaign({ label, campaign }: { label: string; campaign: NonNullable<Home['best']> }) {
  const t = useTexts(homeTexts);
  const { id, name, clicks, impressions } = campaign;
  return (
    <div className="row wrap between gap-8-16 pad-block">
      <div className="breaks shrinks">
        <p className="muted text-13">{label}</p>
        <Link to={campaignPath(id)} search={{ tab: 'performance' }} className="quiet-link semibold">
          {name}
        </Link>
      </div>
      <div className={classes.rate}>
        <p className="semibold figure">
          {t('advertiser.judged.rate', { rate: formatPercent(clicks / impressions) })}
        </p>
        <p className="faint text-12 figure">
          {t('advertiser.judged.of', {
            clicks: formatNumber(clicks),
            impressions: formatNumber(impressions),
          })}
        </p>
      </div>
    </div>
  );
}
