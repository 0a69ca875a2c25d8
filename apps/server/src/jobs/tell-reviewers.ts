import type { Db, Tx } from '@placard/db/database';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { pendingOf } from '../features/reviews/review-subject.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailPart, mailText } from '../mail/mail-text.ts';
import type { Worded } from '../texts/worded.ts';

const HOUR_MS = 3_600_000;

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Waiting = {
  campaigns: number;
  creatives: number;
  websites: number;
  appeals: number;
  newest: Date | null;
};

/**
 * Tells the operators that something waits for review: each at most once an hour, and only where something came since
 * they were told last. What comes within the hour is told at its end.
 * @returns how many were told
 */
export async function tellReviewers(deps: Deps): Promise<number> {
  const now = deps.clock();
  const waiting = await readWaiting(deps.db);
  const { newest, ...counts } = waiting;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (newest === null || (await dueOperators(deps.db, { newest, total }, now)).length === 0) return 0;
  return await inTransaction(deps.db, async (trx) => {
    await lockOperators(trx);
    const operators = await dueOperators(trx, { newest, total }, now);
    if (operators.length === 0) return 0;
    const url = `${deps.publicUrl}/operator/reviews`;
    const mail = mailText('reviewWaits', { network: await networkName(trx), url, what: waitingIn(counts) });
    for (const userId of operators) {
      await notify(trx, { userId, kind: 'review.wait', data: counts, mail, at: now });
    }
    return operators.length;
  });
}

/** "2 campaigns, 1 website" */
function waitingIn(counts: Omit<Waiting, 'newest'>): Worded {
  const parts = (['campaigns', 'creatives', 'websites', 'appeals'] as const).filter(
    (kind) => counts[kind] > 0,
  );
  return (language) =>
    parts.map((kind) => mailPart(`reviewWaits.${kind}`, { count: counts[kind] })(language)).join(', ');
}

async function readWaiting(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) filter (where kind = 'campaign')::int as campaigns,
           count(*) filter (where kind = 'creative')::int as creatives,
           count(*) filter (where kind = 'website')::int as websites,
           count(*) filter (where kind = 'appeal')::int as appeals,
           max(at) as newest
      from (select 'campaign' as kind, coalesce(submitted_at, created_at) as at from ${pendingOf('campaign')}
            union all select 'creative', updated_at from ${pendingOf('creative')}
            union all select 'website', updated_at from ${pendingOf('website')}
            union all select 'appeal', created_at from appeal where status = 'open') pending`.execute(db);
  return rows[0] ?? { campaigns: 0, creatives: 0, websites: 0, appeals: 0, newest: null };
}

const ACTIVE_OPERATOR = sql`
  u.status = 'active' and exists (select from user_role r where r.user_id = u.id and r.role = 'operator')`;

/** Of two workers the second looks again when the first has told. */
async function lockOperators(trx: Tx): Promise<void> {
  await sql`select u.id from app_user u where ${ACTIVE_OPERATOR} order by u.id for no key update`.execute(
    trx,
  );
}

/**
 * Where more waits than they were told of, something came since, whatever its time: what was under way when they were told, or was
 * submitted by a machine whose clock is behind.
 */
async function dueOperators(
  db: Db,
  { newest, total }: { readonly newest: Date; readonly total: number },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
      left join lateral (select created_at as at, detail from notification n
                          where n.user_id = u.id and n.kind = 'review.wait'
                          order by created_at desc, id desc limit 1) told on true
     where ${ACTIVE_OPERATOR}
       and (told.at is null
            or (told.at <= ${new Date(now.getTime() - HOUR_MS)}
                and (told.at < ${newest}
                     or (select sum(value::int) from jsonb_each_text(told.detail)) < ${total}::int)))
     order by u.id`.execute(db);
  return rows.map((row) => row.id);
}
