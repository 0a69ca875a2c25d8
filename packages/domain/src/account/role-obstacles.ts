import type { CampaignStatus } from '../campaign/status.ts';
import { type Micros, wholeCents } from '../micros.ts';
import type { AccountRole } from '../roles.ts';
import type { WebsiteStatus } from '../website/status.ts';

/** These run, or begin to by a review alone, without anybody of the account. */
export const RUNNING_CAMPAIGNS = ['pending', 'active'] as const satisfies readonly CampaignStatus[];
export const RUNNING_WEBSITES = ['pending', 'active'] as const satisfies readonly WebsiteStatus[];

/** What is in the way of taking a role from an account: afterwards nobody of it could stop that, or reach that money. */
export const ROLE_OBSTACLES = {
  advertiser: ['campaigns_running', 'deposits_open', 'wallet_left'],
  publisher: ['websites_running', 'payouts_open', 'earnings_left'],
} as const satisfies Record<AccountRole, readonly string[]>;
export type RoleObstacle = (typeof ROLE_OBSTACLES)[AccountRole][number];

/** What an account does and holds in both roles. */
export type RoleFacts = {
  readonly runningCampaigns: number;
  /** Deposits that are not decided, and refunds and corrections that change the wallet. */
  readonly openDeposits: number;
  readonly walletMicros: Micros;
  readonly runningWebsites: number;
  /** Money in flight to be paid out, and corrections of earnings. */
  readonly openPayouts: number;
  /** Earned and not paid, of open months as well. */
  readonly unpaidMicros: Micros;
};

/** Less than a cent is in nobody's way: it can be neither paid nor corrected. */
export function roleObstacles(facts: RoleFacts, role: AccountRole): RoleObstacle[] {
  const found: Record<RoleObstacle, boolean> = {
    campaigns_running: facts.runningCampaigns > 0,
    deposits_open: facts.openDeposits > 0,
    wallet_left: wholeCents(facts.walletMicros) > 0n,
    websites_running: facts.runningWebsites > 0,
    payouts_open: facts.openPayouts > 0,
    earnings_left: wholeCents(facts.unpaidMicros) > 0n,
  };
  return ROLE_OBSTACLES[role].filter((obstacle) => found[obstacle]);
}
