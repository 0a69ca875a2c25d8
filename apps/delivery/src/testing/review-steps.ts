import type { Pool } from 'pg';

/** What happens to a creative in the API, as far as its rows tell of it (features/reviews, features/creatives). */
export type ReviewStep =
  | 'approve'
  | 'edit'
  | 'reject'
  | 'takeDown'
  | 'grantAppeal'
  | 'pause'
  | 'archive'
  | 'erase';

/** Where an edit makes the creative lead. */
export const EDITED_URL = 'https://edited.example/';

const KEEP_AS_APPROVED = `
  insert into review_snapshot (subject_kind, subject_id, content)
  select 'creative', id, case when click_url is null then '{}'
                              else jsonb_build_object('clickUrl', jsonb_build_object('label', 'Click URL', 'value', click_url)) end
    from creative where id = $1
  on conflict (subject_kind, subject_id) do update set content = excluded.content`;
const APPROVED = "status = 'active', approved_at = now(), rejection_code = null";
const CHANGES: Record<ReviewStep, string> = {
  approve: APPROVED,
  edit: `status = 'pending', approved_at = null, rejection_code = null,
         click_url = case when click_url is null then null else '${EDITED_URL}' end`,
  reject: "status = 'rejected', approved_at = null, rejection_code = 'other'",
  takeDown: "status = 'cancelled', approved_at = null, rejection_code = 'other'",
  grantAppeal: APPROVED,
  pause: "status = 'paused'",
  archive: "status = 'archived'",
  erase: `status = 'archived', click_url = case when click_url is null then null else 'https://erased.invalid/' end`,
};

/** Does one thing after the other to a creative, each in a transaction of its own. */
export async function takeSteps(pool: Pool, creativeId: number, steps: readonly ReviewStep[]): Promise<void> {
  for (const step of steps) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      if (step === 'approve' || step === 'grantAppeal') await client.query(KEEP_AS_APPROVED, [creativeId]);
      if (step === 'erase') {
        await client.query(
          "delete from review_snapshot where subject_kind = 'creative' and subject_id = $1",
          [creativeId],
        );
      }
      await client.query(`update creative set ${CHANGES[step]} where id = $1`, [creativeId]);
      await client.query(
        `insert into audit_log (actor_kind, action, subject_kind, subject_id, detail)
         values ('operator', $1, 'creative', $2, '{}')`,
        [`creative.${step}`, creativeId],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  }
}
