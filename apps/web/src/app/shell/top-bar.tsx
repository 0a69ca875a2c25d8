import { Link, useRouter } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  CreditCard,
  LogOut,
  Menu,
  Moon,
  Search,
  Sun,
  SunMoon,
  User,
  Users,
  Wallet,
} from 'lucide-react';
import { type Ref, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney, formatMoneyShort } from '../../lib/format/number-format.ts';
import { readLookUntilMs } from '../../lib/session/access-token.ts';
import { useBalance } from '../../lib/session/balance-store.ts';
import { useFreshBalance } from '../../lib/session/fresh-balance.ts';
import { signOut, useUser } from '../../lib/session/session-store.ts';
import { hasRole } from '../../lib/session/session-user.ts';
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { chooseScheme, type SchemeChoice, useSchemeChoice } from '../color-scheme.ts';
import classes from './app-shell.module.css';
import { NoticesBell } from './notices-bell.tsx';
import { openPalette } from './palette-store.ts';

const AccountSwitch = quietPart(() => import('./account-switch.tsx'));

const SCHEMES = { auto: SunMoon, light: Sun, dark: Moon };
const SCHEME_TEXTS = { auto: 'schemeAuto', light: 'schemeLight', dark: 'schemeDark' } as const;

function SchemeSwitch() {
  const t = useTexts(shellTexts);
  const choice = useSchemeChoice();
  const Icon = SCHEMES[choice];
  const choices: readonly SchemeChoice[] = ['auto', 'light', 'dark'];
  return (
    <ActionMenu
      name={t('scheme')}
      actions={choices.map((scheme) => ({
        key: scheme,
        label: t(SCHEME_TEXTS[scheme]),
        icon: SCHEMES[scheme],
        onSelect: () => chooseScheme(scheme),
      }))}
      trigger={(props) => (
        <button type="button" {...props} className="icon-button anchor" aria-label={t('scheme')}>
          <Icon size={17} aria-hidden />
        </button>
      )}
    />
  );
}

/** A path in a variable is not checked against the registered routes: the screen may not be there yet. */
const BILLING: string = '/advertiser/billing';

function BalanceChip() {
  const t = useTexts(shellTexts);
  const { balance, currency, lastUpdatedMs } = useBalance();
  useFreshBalance();
  if (lastUpdatedMs === null) return null;
  // The name holds what is written there, so that one can ask for the link by either.
  const amount = formatMoneyShort(balance, currency);
  return (
    <Link
      to={BILLING}
      className={`card inline-row gap-8 ink bold figure nowrap ${classes.balance}`}
      title={formatMoney(balance, currency)}
      aria-label={t('balanceLink', { amount })}
    >
      <Wallet className="faint" size={16} aria-hidden />
      {amount}
    </Link>
  );
}

function initials(first: string, last: string, email: string): string {
  const letters = `${first.charAt(0)}${last.charAt(0)}`;
  return (letters === '' ? email.slice(0, 1) : letters).toUpperCase();
}

function UserMenu() {
  const t = useTexts(shellTexts);
  const user = useUser();
  const { routesByPath } = useRouter();
  const [switching, setSwitching] = useState(false);
  const looks = readLookUntilMs() !== null;
  const billing = hasRole(user, 'advertiser') && Object.hasOwn(routesByPath, BILLING);
  const actions: MenuAction[] = [
    // What is personal is nobody's who only looks at the account; the banner ends that.
    ...(looks ? [] : [{ key: 'account', label: t('account'), icon: User, href: '/account' }]),
    { key: 'team', label: t('team'), icon: Users, href: '/account/team' },
    ...(billing ? [{ key: 'billing', label: t('billing'), icon: CreditCard, href: BILLING }] : []),
    ...(user.accountCount > 1
      ? [
          {
            key: 'switch',
            label: t('switchAccount'),
            icon: ArrowLeftRight,
            onSelect: () => setSwitching(true),
          },
        ]
      : []),
    ...(looks ? [] : [{ key: 'logout', label: t('logout'), icon: LogOut, onSelect: () => void signOut() }]),
  ];
  const name = `${user.firstName} ${user.lastName}`.trim();
  const letters = initials(user.firstName, user.lastName, user.email);
  return (
    <>
      <ActionMenu
        name={t('userMenu')}
        actions={actions}
        header={
          <div className={`line-below pad-12 ${classes.who}`}>
            {name !== '' && <strong>{name}</strong>}
            <span className="text-13 muted">{user.email}</span>
            {(user.accountCount > 1 || user.member !== 'owner') && (
              <span className="text-13 muted breaks">{t('actingFor', { account: user.accountName })}</span>
            )}
          </div>
        }
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={`plain-button centred rigid tinted accent text-12 bold ${classes.avatar}`}
            aria-label={t('userMenuOf', { initials: letters })}
          >
            {letters}
          </button>
        )}
      />
      {switching && <AccountSwitch onClose={() => setSwitching(false)} />}
    </>
  );
}

const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

export function TopBar({
  onOpenNavigation,
  drawerOpen,
  opener,
}: {
  onOpenNavigation: () => void;
  /** It covers the bar. */
  drawerOpen: boolean;
  opener: Ref<HTMLButtonElement>;
}) {
  const t = useTexts(shellTexts);
  const user = useUser();
  const { routesByPath } = useRouter();
  const showBalance = hasRole(user, 'advertiser') && Object.hasOwn(routesByPath, BILLING);
  return (
    <header className={`row gap-8 line-below ${classes.top}`} data-keep-clear inert={drawerOpen}>
      <button
        ref={opener}
        type="button"
        className={`icon-button anchor ${classes.onlyPhone}`}
        aria-label={t('openNavigation')}
        aria-expanded={drawerOpen}
        aria-controls="navigation"
        onClick={onOpenNavigation}
      >
        <Menu size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={`row card gap-8 faint clickable ${classes.palette}`}
        aria-label={`${t('palette')} ${PALETTE_KEYS}`}
        onClick={openPalette}
      >
        <Search size={15} aria-hidden />
        <span>{t('palette')}</span>
        <kbd>{PALETTE_KEYS}</kbd>
      </button>
      <span className="grow" />
      {showBalance && <BalanceChip />}
      <NoticesBell />
      <SchemeSwitch />
      <UserMenu />
    </header>
  );
}
