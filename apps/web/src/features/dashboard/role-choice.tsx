import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRight,
  ChartColumn,
  Globe,
  Image,
  LayoutGrid,
  type LucideIcon,
  Megaphone,
  Wallet,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { type PlainKey, useTexts } from '../../i18n/texts.ts';
import { ACCOUNT_TYPES, type AccountType } from '../../lib/session/login-destination.ts';
import { setWorkspace, useUser } from '../../lib/session/session-store.ts';
import { WORKSPACE_HOME } from '../../lib/session/workspace.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingState } from '../../ui/states.tsx';
import classes from './dashboard.module.css';
import { dashboardTexts } from './texts.ts';

const HOMES = {
  advertiser: lazyPart(() => import('./advertiser-home.tsx')),
  publisher: lazyPart(() => import('./publisher-home.tsx')),
};

type Point = { readonly text: PlainKey<typeof dashboardTexts.english>; readonly icon: LucideIcon };

const OFFERS: Readonly<Record<AccountType, { icon: LucideIcon; points: readonly Point[] }>> = {
  advertiser: {
    icon: Megaphone,
    points: [
      { text: 'advertiser.analytics', icon: ChartColumn },
      { text: 'advertiser.management', icon: Megaphone },
      { text: 'advertiser.assets', icon: Image },
    ],
  },
  publisher: {
    icon: Globe,
    points: [
      { text: 'publisher.reports', icon: Wallet },
      { text: 'publisher.websites', icon: Globe },
      { text: 'publisher.widgets', icon: LayoutGrid },
    ],
  },
};

function RoleCard({ role, opening, onOpen }: { role: AccountType; opening: boolean; onOpen: () => void }) {
  const t = useTexts(dashboardTexts);
  const { icon: Icon, points } = OFFERS[role];
  return (
    <section className={`card grid gap-8 anchor ${classes.card}`} aria-label={t(`${role}.title`)}>
      <span className="centred below-8 tinted accent sign">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="text-16">{t(`${role}.title`)}</h2>
      <p className="muted">{t(`${role}.text`)}</p>
      <ul className="plain-list grid gap-8 above-12 below-16">
        {points.map((point) => (
          <li key={point.text} className="row gap-8">
            <point.icon size={16} className="accent" aria-hidden />
            {t(point.text)}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`inline-row plain-button gap-6 accent bold height-28 self-start ${classes.open}`}
        aria-disabled={opening}
        onClick={onOpen}
      >
        <span aria-live="polite">{opening ? t(`${role}.redirecting`) : t(`${role}.open`)}</span>
        {!opening && <ArrowRight size={16} aria-hidden />}
      </button>
    </section>
  );
}

/** The landing page: an account sees the workspaces of its roles, and where a press takes it. */
function RoleChoice({ offered }: { offered: readonly AccountType[] }) {
  const navigate = useNavigate();
  const [opening, setOpening] = useState<AccountType | null>(null);
  const open = async (role: AccountType) => {
    if (opening !== null) return;
    setOpening(role);
    setWorkspace(role);
    await navigate({ to: WORKSPACE_HOME[role] });
    setOpening(null);
  };
  return (
    <div className="tiles max-860">
      {offered.map((role) => (
        <RoleCard key={role} role={role} opening={opening === role} onOpen={() => void open(role)} />
      ))}
    </div>
  );
}

export default function DashboardScreen() {
  const t = useTexts(dashboardTexts);
  const { firstName, email, roles } = useUser();
  const offered = ACCOUNT_TYPES.filter((role) => roles.includes(role));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={`${t('greeting', { name: firstName === '' ? email : firstName })}. ${t('choose')}`}
      />
      <RoleChoice offered={offered} />
      {offered.map((role) => {
        const Home = HOMES[role];
        return (
          <Suspense key={role} fallback={<LoadingState />}>
            <Home />
          </Suspense>
        );
      })}
    </>
  );
}
