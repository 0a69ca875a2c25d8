import type { Db, Tx } from '@placard/db/database';
import type { DigestItemTable } from '@placard/db/schema/notices';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { digestTurnMs, isDigestDue } from '@placard/domain/notice/digest';
import { membersTold, noticeKindsOf } from '@placard/domain/notice/kinds';
import type { MemberRole, Role } from '@placard/domain/roles';
import { type Selectable, sql } from 'kysely';
import type { HasClock, HasDb, HasUrls } from '../../deps.ts';
import { withWay } from '../../mail/mail-text.ts';
import { queueMail } from '../../mail/outbox.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { readAccountName } from '../team/account-name.ts';
import { digestMail } from './digest-mail.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Item = Selectable<DigestItemTable>;
/** Somebody's digest of an account; null: of what is about the network, at its own time. */
type Digest = { readonly userId: number; readonly accountId: number | null };
type Waiting = Digest & { readonly timeZone: string; readonly oldest: Date; readonly sentFor: Date | null };

/**
 * Mails what waits for the digests whose turn has come: one mail for a person and account a day, also with two workers and
 * after a time without any. The mail, the turn and the end of what waited are written together. One that fails does not keep
 * the others waiting; it comes again.
 * @param stopping leaves the rest to another worker
 * @returns how many mails were written
 */
export async function sendDigests(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const now = deps.clock();
  const waiting = await readWaiting(deps.db);
  const send = async (digest: Waiting) => {
    const turnMs = digestTurnMs(digest.timeZone, now.getTime());
    const oldestItemMs = digest.oldest.getTime();
    if (!isDigestDue({ turnMs, oldestItemMs, sentForMs: digest.sentFor?.getTime() ?? null })) return false;
    const turn = new Date(turnMs);
    return await inTransaction(deps.db, async (trx) => await takeTurn(deps, trx, digest, turn, now));
  };
  const sent = await eachAlone(waiting, 'digests could not be mailed', send, stopping);
  return sent.filter(Boolean).length;
}

async function readWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select i.user_id as "userId", i.account_id as "accountId", i.oldest, t.sent_for as "sentFor",
           coalesce(a.time_zone, n.time_zone) as "timeZone"
      from (select user_id, account_id, min(created_at) as oldest from digest_item group by 1, 2) i
     cross join network_settings n
      left join account a on a.id = i.account_id
      left join digest_turn t on t.user_id = i.user_id and t.account_id is not distinct from i.account_id
     order by i.oldest, i.user_id, i.account_id`.execute(db);
  return rows;
}

async function takeTurn(deps: Deps, trx: Tx, digest: Digest, turn: Date, now: Date): Promise<boolean> {
  if (!(await lockTurn(trx, digest, turn))) return false;
  const { userId, accountId } = digest;
  const { rows: items } = await sql<Item>`
    with waited as (
      delete from digest_item
       where user_id = ${userId} and account_id is not distinct from ${accountId}::int and created_at < ${turn}
      returning *)
    select * from waited order by id`.execute(trx);
  const reader = await readerOf(trx, digest);
  if (reader === null) return false;
  const wanted = items.filter(({ kind }) => reader.kinds.has(kind));
  if (wanted.length === 0) return false;
  const mail = digestMail({
    language: reader.language,
    network: await networkName(trx),
    account: accountId === null ? null : await readAccountName(trx, accountId),
    items: wanted.map(({ subject, body_text: body, way }) => ({
      subject,
      body: withWay(deps.publicUrl, { body, way }),
    })),
    url: `${deps.publicUrl}/account#mails`,
  });
  await queueMail(trx, { to: reader.email, ...mail, notice: { kind: 'digest', userId }, at: now });
  return true;
}

/** @returns false where somebody else mails this turn, or did. */
async function lockTurn(trx: Tx, { userId, accountId }: Digest, turn: Date): Promise<boolean> {
  await trx
    .insertInto('digest_turn')
    .values({ user_id: userId, account_id: accountId, sent_for: new Date(0) })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
    .execute();
  const { rows } = await sql`
    update digest_turn set sent_for = ${turn}
     where ctid in (select ctid from digest_turn
                     where user_id = ${userId} and account_id is not distinct from ${accountId}::int
                       and sent_for < ${turn}
                       for update skip locked)
    returning user_id`.execute(trx);
  return rows.length === 1;
}

type Reader = { readonly email: string; readonly language: Language; readonly kinds: ReadonlySet<string> };

/**
 * Null: they are not here any more, or not in the account. Whoever is suspended is told of an account of their own, which is suspended with
 * them: by a digest as at once. `kinds`: what still is theirs to know, and wanted by mail.
 */
async function readerOf(trx: Tx, { userId, accountId }: Digest): Promise<Reader | null> {
  const { rows } = await sql<{
    email: string;
    language: Language | null;
    member: MemberRole | null;
    roles: Role[];
    ended: string[];
  }>`
    select u.email, u.language, m.role as member,
           case when ${accountId}::int is null then array(select role from user_role where user_id = u.id)
                else array(select role from account_role where account_id = ${accountId}) end as roles,
           array(select kind from notice_preference p where p.user_id = u.id and not p.mail) as ended
      from app_user u
      left join account_member m on m.account_id = ${accountId}::int and m.user_id = u.id
     where u.id = ${userId} and (u.status = 'active' or u.status = 'suspended' and m.role = 'owner')`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined || (accountId !== null && row.member === null)) return null;
  const { email, member, roles, ended } = row;
  const kinds = noticeKindsOf(roles).filter(
    (kind) => !ended.includes(kind) && (member === null || membersTold(kind).includes(member)),
  );
  return { email, language: row.language ?? DEFAULT_LANGUAGE, kinds: new Set(kinds) };
}
