import type { Role } from '@placard/domain/roles';
import {
  Activity,
  Banknote,
  ChartColumn,
  ClipboardCheck,
  CreditCard,
  FileCheck,
  FileText,
  Gavel,
  Globe,
  House,
  Image,
  Landmark,
  LayoutGrid,
  ListChecks,
  ListFilter,
  type LucideIcon,
  Mail,
  Megaphone,
  ReceiptText,
  Scale,
  Settings,
  ShieldBan,
  ShieldX,
  TrendingUp,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { shellTexts } from '../../i18n/en/shell.ts';
import type { PlainKey } from '../../i18n/texts.ts';

/** In this order. */
export const NAV_GROUPS = ['network', 'money', 'traffic', 'system'] as const;
export type NavGroup = (typeof NAV_GROUPS)[number];

export type NavItem = {
  readonly path: string;
  readonly text: PlainKey<typeof shellTexts.english>;
  readonly icon: LucideIcon;
  /** Pages below its path are others' items. */
  readonly exact?: true;
  /** Items of one group stand together below its name; those of none come first. */
  readonly group?: NavGroup;
};

const DASHBOARD: NavItem = { path: '/dashboard', text: 'nav.dashboard', icon: House };

/** The navigation of each workspace, in the specification's order where it has one. An item shows as soon as its route is registered. */
export const NAVIGATION: Readonly<Record<Role, readonly NavItem[]>> = {
  advertiser: [
    DASHBOARD,
    { path: '/advertiser/statistics', text: 'nav.statistics', icon: ChartColumn },
    { path: '/advertiser/campaigns', text: 'nav.campaigns', icon: Megaphone },
    { path: '/advertiser/creatives', text: 'nav.creatives', icon: Image },
    { path: '/advertiser/billing', text: 'nav.billing', icon: CreditCard },
  ],
  publisher: [
    DASHBOARD,
    { path: '/publisher/report', text: 'nav.report', icon: ChartColumn },
    { path: '/publisher/stats', text: 'nav.traffic', icon: TrendingUp },
    { path: '/publisher/websites', text: 'nav.websites', icon: Globe },
    { path: '/publisher/widgets', text: 'nav.widgets', icon: LayoutGrid },
    { path: '/publisher/ads', text: 'nav.ads', icon: ShieldBan },
    { path: '/publisher/ads-txt', text: 'nav.adsTxt', icon: FileCheck },
    { path: '/publisher/payment', text: 'nav.payment', icon: Wallet },
  ],
  operator: [
    { path: '/operator', text: 'nav.home', icon: House, exact: true },
    { path: '/operator/reviews', text: 'nav.reviews', icon: ClipboardCheck },
    { path: '/operator/report', text: 'nav.report', icon: ChartColumn },
    { path: '/operator/campaigns', text: 'nav.campaigns', icon: Megaphone, group: 'network' },
    { path: '/operator/creatives', text: 'nav.creatives', icon: Image, group: 'network' },
    { path: '/operator/websites', text: 'nav.websites', icon: Globe, group: 'network' },
    { path: '/operator/users', text: 'nav.users', icon: Users, group: 'network' },
    { path: '/operator/deposits', text: 'nav.deposits', icon: Landmark, group: 'money' },
    { path: '/operator/payouts', text: 'nav.payouts', icon: Banknote, group: 'money' },
    { path: '/operator/corrections', text: 'nav.corrections', icon: Scale, group: 'money' },
    { path: '/operator/documents', text: 'nav.documents', icon: ReceiptText, group: 'money' },
    { path: '/operator/reconciliation', text: 'nav.reconciliation', icon: ListChecks, group: 'money' },
    { path: '/operator/filtered', text: 'nav.filtered', icon: ShieldX, group: 'traffic' },
    { path: '/operator/traffic-rules', text: 'nav.trafficRules', icon: ListFilter, group: 'traffic' },
    { path: '/operator/minimum-bids', text: 'nav.minimumBids', icon: Gavel, group: 'traffic' },
    { path: '/operator/health', text: 'nav.health', icon: Activity, group: 'traffic' },
    { path: '/operator/settings', text: 'nav.settings', icon: Settings, group: 'system' },
    { path: '/operator/webhooks', text: 'nav.webhooks', icon: Webhook, group: 'system' },
    { path: '/operator/mails', text: 'nav.mails', icon: Mail, group: 'system' },
    { path: '/operator/audit', text: 'nav.audit', icon: FileText, group: 'system' },
  ],
};
