import type { AccountOfOperator } from '@placard/contract/records';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import type { MemberRole, Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { accountName } from '../accounts/account-name.ts';
import { isForOthers } from '../accounts/own-record.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { readClosing } from '../closing/read-closing.ts';
import { theRow } from '../the-row.ts';

const MOST_MEMBERS = 200;

type Card = {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly status: UserStatus;
  readonly time_zone: string;
  readonly created_at: Date;
  readonly owner_user_id: number;
  readonly trusted_at: Date | null;
  readonly roles: Role[];
};

/** An account with its members, its money and how much it has of everything. @throws AppError `not_found`. */
export async function readAccountRecord(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<AccountOfOperator> {
  const { rows } = await sql<Card>`
    select ${accountName('c')} as name, c.email, c.company, c.status, c.time_zone, c.created_at, c.owner_user_id, a.trusted_at,
           array(select r.role from account_role r where r.account_id = c.id order by r.role) as roles
      from account_card c join account a on a.id = c.id where c.id = ${id}`.execute(db);
  const [card] = rows;
  if (card === undefined) throw new AppError('not_found');
  const [currency, members, money, counts, closing, forOthers] = await Promise.all([
    readCurrency(db),
    readMembers({ db }, id),
    readMoney({ db }, id),
    readCounts({ db }, id),
    readClosing(db, id),
    isForOthers(db, actor, id, clock()),
  ]);
  return {
    id,
    name: card.name,
    email: card.email,
    company: card.company,
    status: card.status,
    roles: card.roles,
    timeZone: card.time_zone,
    createdAt: card.created_at.toISOString(),
    currency,
    ownerUserId: card.owner_user_id,
    trustedAt: card.trusted_at?.toISOString() ?? null,
    mayTrust: !forOthers,
    closing,
    members,
    wallet: card.roles.includes('advertiser') ? money.wallet : null,
    earnings: card.roles.includes('publisher') ? money.earnings : null,
    counts,
  };
}

type MemberRow = {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly last_login_at: Date | null;
};

async function readMembers({ db }: HasDb, id: number): Promise<AccountOfOperator['members']> {
  const { rows } = await sql<MemberRow>`
    select u.id as "userId", ${personName('u')} as name,
           u.email, m.role, u.last_login_at
      from account_member m join app_user u on u.id = m.user_id
     where m.account_id = ${id} order by m.role = 'owner' desc, m.joined_at, u.id limit ${MOST_MEMBERS}
  `.execute(db);
  return rows.map(({ last_login_at, ...member }) => ({
    ...member,
    lastLogin: last_login_at?.toISOString() ?? null,
  }));
}

type Money = {
  readonly balance: Micros;
  readonly spent: Micros;
  readonly available: Micros;
  readonly in_flight: Micros;
  readonly pending: Micros;
  readonly total: Micros;
};

async function readMoney({ db }: HasDb, id: number) {
  const balanceOf = (kind: string) =>
    sql`coalesce(sum(balance_micros) filter (where kind = ${kind}), 0)::int8`;
  const row = theRow(
    await sql<Money>`
    select ${balanceOf('advertiser_wallet')} as balance, ${balanceOf('publisher_available')} as available,
           ${balanceOf('payouts_in_flight')} as in_flight, ${balanceOf('publisher_pending')} as pending,
           coalesce((select sum(s.spent_micros) from campaign_spend s join campaign c on c.id = s.campaign_id
                      where c.advertiser_id = ${id}), 0)::int8 as spent,
           coalesce((select sum(earned_micros) from earning_month where publisher_id = ${id}), 0)::int8 as total
      from ledger_account where owner_id = ${id}`.execute(db),
  );
  return {
    wallet: { balance: dollarsFromMicros(row.balance), spent: dollarsFromMicros(row.spent) },
    earnings: {
      available: dollarsFromMicros(row.available),
      inFlight: dollarsFromMicros(row.in_flight),
      pending: dollarsFromMicros(row.pending),
      total: dollarsFromMicros(row.total),
    },
  };
}

async function readCounts({ db }: HasDb, id: number): Promise<AccountOfOperator['counts']> {
  const tallied = (list: string) => sql`(select coalesce(sum(row_count), 0)::int from row_tally
    where list = ${list} and owner_id = ${id} and status <> 'archived')`;
  return theRow(
    await sql<AccountOfOperator['counts']>`
    select ${tallied('campaign')} as campaigns, ${tallied('creative')} as creatives,
           ${tallied('website')} as websites, ${tallied('payout')} as payouts,
           (select count(*)::int from deposit where advertiser_id = ${id}) as deposits,
           (select count(*)::int from invoice where advertiser_id = ${id}) as documents`.execute(db),
  );
}
