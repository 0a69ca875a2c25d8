import type { AuditEntry } from '@placard/contract/audit';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { type AuditFilters, auditIds, judgeDays } from './audit-filters.ts';
import { readSearched } from './audit-names.ts';
import { readEntries } from './list-audit.ts';
import { doneBy, writeAudit } from './write-audit.ts';

const MOST_LINES = 10_000;
const LINES_AT_ONCE = 500;

const HEADER = [
  'at',
  'actor',
  'actor_user_id',
  'actor_kind',
  'account',
  'account_id',
  'action',
  'subject_kind',
  'subject_id',
  'subject',
  'detail',
  'ip',
  'api_key_id',
  'id',
];

function lineOf(entry: AuditEntry): string[] {
  return [
    entry.at,
    entry.actor,
    textOf(entry.actorUserId),
    entry.actorKind,
    entry.account?.name ?? '',
    textOf(entry.account?.id ?? null),
    entry.action,
    entry.subjectKind,
    textOf(entry.subjectId),
    entry.subjectName ?? '',
    JSON.stringify(entry.detail),
    entry.ip ?? '',
    textOf(entry.apiKeyId),
    entry.id,
  ];
}

function textOf(id: number | null): string {
  return id === null ? '' : String(id);
}

/** The newest lines that the filters leave, as CSV. That somebody took them away is written down first. */
export async function exportAudit(
  deps: HasDb & HasClock,
  actor: Actor,
  filters: AuditFilters,
  make: MakeDocument,
): Promise<File> {
  judgeDays(deps, actor, filters);
  await writeAudit(deps.db, {
    ...doneBy(actor, 'operator'),
    action: 'audit.export',
    subjectKind: 'audit',
    subjectId: null,
    detail: { ...filters },
    at: deps.clock(),
  });
  const searched = await readSearched(deps, filters.search);
  const lines = [HEADER];
  let before: bigint | null = null;
  while (lines.length <= MOST_LINES) {
    const limit = Math.min(LINES_AT_ONCE, MOST_LINES + 1 - lines.length);
    const part: AuditEntry[] = await readEntries(
      deps,
      auditIds(filters, { searched, before, limit, timeZone: actor.timeZone }),
    );
    lines.push(...part.map(lineOf));
    const last = part.at(-1);
    if (part.length < limit || last === undefined) break;
    before = BigInt(last.id);
  }
  const day = deps.clock().toISOString().slice(0, 10);
  return new File([await make('csv', lines)], `audit-${day}.csv`, { type: 'text/csv' });
}
