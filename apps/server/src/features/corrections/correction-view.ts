import type { Correction } from '@placard/contract/corrections';
import type { Db } from '@placard/db/database';
import type { DocumentKind } from '@placard/domain/billing/document-kinds';
import { dollarsFromMicros } from '@placard/domain/micros';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { displayName } from '../account/user-view.ts';
import { LABEL_COLUMNS, labelOf } from '../billing/issue-invoice.ts';
import { readCurrency } from '../billing/read-balance.ts';

export function selectCorrections(db: Db) {
  return db
    .selectFrom('money_correction')
    .innerJoin('account_card', 'account_card.id', 'money_correction.account_id')
    .innerJoin('app_user as asker', 'asker.id', 'money_correction.requested_by')
    .leftJoin('app_user as decider', 'decider.id', 'money_correction.decided_by')
    .leftJoin('campaign', 'campaign.id', 'money_correction.campaign_id')
    .leftJoin('website', 'website.id', 'money_correction.website_id')
    .selectAll('money_correction')
    .select(['account_card.first_name', 'account_card.last_name', 'account_card.email'])
    .select(['campaign.name as campaign_name', 'website.domain'])
    .select(personName('asker').as('asked_by'))
    .select(personName('decider').$castTo<string | null>().as('decided_by_name'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCorrections>['execute']>>[number];
type ShownDocument = { number: number; label: string; kind: DocumentKind; correction_id: number | null };

/** Documents that these corrections made or correct, by their numbers. */
async function documentsOf(db: Db, rows: readonly Row[]): Promise<ShownDocument[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const corrected = rows.flatMap((row) => (row.corrects_number === null ? [] : [row.corrects_number]));
  const found = await db
    .selectFrom('invoice')
    .select([...LABEL_COLUMNS, 'correction_id'])
    .where((eb) => eb.or([eb('correction_id', 'in', ids), eb('number', 'in', [0, ...corrected])]))
    .orderBy('number')
    .execute();
  return found.map((row) => ({
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    correction_id: row.correction_id,
  }));
}

const shown = ({ number, label, kind }: ShownDocument) => ({ number, label, kind });

export async function correctionViews(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  rows: readonly Row[],
): Promise<Correction[]> {
  const [currency, documents] = await Promise.all([readCurrency(db), documentsOf(db, rows)]);
  return rows.map((row) => {
    const corrects = documents.find(({ number }) => number === row.corrects_number);
    return {
      id: row.id,
      kind: row.kind,
      account: { id: row.account_id, name: displayName(row), email: row.email },
      amount: dollarsFromMicros(row.amount_micros),
      currency,
      reason: row.reason,
      period: periodOf(row),
      uncovered: dollarsFromMicros(row.uncovered_micros),
      corrects: corrects === undefined ? null : shown(corrects),
      documents: documents.filter((document) => document.correction_id === row.id).map(shown),
      status: row.status,
      requestedBy: row.asked_by,
      requestedAt: row.requested_at.toISOString(),
      decidedBy: row.decided_by_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
      waitsForAnother: row.status === 'pending' && row.requested_by === actor.userId,
    };
  });
}

function periodOf(row: Row): Correction['period'] {
  const { period_from: from, period_to: to } = row;
  if (from === null || to === null) return null;
  return {
    from,
    to,
    campaign: row.campaign_id === null ? null : { id: row.campaign_id, name: row.campaign_name ?? '' },
    website: row.website_id === null ? null : { id: row.website_id, name: shownDomain(row.domain ?? '') },
  };
}

export async function readCorrection(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  correctionId: number,
): Promise<Correction> {
  const rows = await selectCorrections(db).where('money_correction.id', '=', correctionId).execute();
  const [view] = await correctionViews(db, actor, rows);
  if (view === undefined) throw new AppError('not_found');
  return view;
}
