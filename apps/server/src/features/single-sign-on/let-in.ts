import type { User } from '@placard/contract/auth';
import type { AuditDetail } from '@placard/domain/audit';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor, HasDb } from '../../deps.ts';
import type { EnterDeps } from '../account/enter-from.ts';
import { enterKnown } from '../account/enter-known.ts';
import type { UserRecord } from '../account/user-view.ts';
import { refused, takeOnce } from './tickets.ts';

export type Entering = {
  readonly user: UserRecord;
  readonly linkId: number;
  /** The session that the call came with, which ends. */
  readonly before: Actor | null;
  readonly now: Date;
  /** Null: not known. */
  readonly provedAt: Date | null;
  readonly detail: AuditDetail;
  /** Used up with it, where something was asked after the provider. */
  readonly state?: string;
};

/** @throws AppError `single_sign_on_refused` where the link was ended or the account changed meanwhile, or the answer was used before */
export async function letIn(
  deps: HasDb & EnterDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  { user, linkId, before, now, provedAt, detail, state }: Entering,
): Promise<{ user: User; token: string }> {
  return await enterKnown(deps, {
    ...{ user, request, before, now, provedAt, refused },
    detail: { singleSignOn: linkId, ...detail },
    first: async (trx) => {
      if (state !== undefined) await takeOnce(trx, state, now);
      const link = await trx
        .updateTable('sign_in_link')
        .set({ last_used_at: now })
        .where('id', '=', linkId)
        .where('user_id', '=', user.id)
        .returning('id')
        .executeTakeFirst();
      if (link === undefined) throw refused();
    },
  });
}
