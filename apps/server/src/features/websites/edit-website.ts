import type { CannotOf } from '@placard/contract/status-refusals';
import type { Website, websiteEdit, websiteInput } from '@placard/contract/websites';
import { isRetiredWebsiteCategory } from '@placard/domain/website/categories';
import { TRAFFIC_RANGES } from '@placard/domain/website/rules';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditOf, changesOf } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { randomKey } from '../random-key.ts';
import { refuseTooManyWaitingWebsites } from '../room-for-one-more.ts';
import { writeLocked } from '../write-locked.ts';
import { websiteDomain } from './website-domain.ts';
import { getWebsite, lockWebsite, websiteStatusAfter } from './website-record.ts';

const audit = auditOf('publisher', 'website');

type Deps = HasDb & HasClock;
type WebsiteInput = z.output<typeof websiteInput>;
type WebsiteEdit = z.output<typeof websiteEdit> & Pick<WebsiteInput, 'traffic'>;

/** Registers a website, under review. @throws AppError `invalid_input`, `domain_taken`, `conflict_status` while too many wait. */
export async function createWebsite(deps: Deps, actor: Actor, input: WebsiteInput): Promise<Website> {
  const result = websiteDomain(input.domain);
  if (!result.ok) throw invalidInput(issueAt('domain', result.code));
  const now = deps.clock();
  try {
    return await inTransaction(deps.db, async (db) => {
      await refuseTooManyWaitingWebsites(db, actor.accountId);
      const { id } = await db
        .insertInto('website')
        .values({
          ...valuesOf(input),
          publisher_id: actor.accountId,
          domain: result.domain,
          analytics_key: randomKey(),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(db, actor, 'website.create', id, now, { domain: result.domain });
      return await getWebsite({ ...deps, db }, actor, { id });
    });
  } catch (error) {
    // The index decides between two who register at the same moment; asking first would let both pass.
    if (!isUniqueViolation(error, 'website_domain')) throw error;
    const { message } = new AppError('domain_taken');
    throw new AppError('domain_taken', { issues: [{ path: 'domain', code: 'domain_taken', message }] });
  }
}

/**
 * Saves categories and traffic; the domain stays. A rejected website is thereby submitted again, changed or not:
 * what was wrong may have been mended on the website itself.
 * @throws AppError `website_not_found`, `conflict_version`, `conflict_status`, `invalid_input`.
 */
export async function updateWebsite(
  deps: Deps,
  actor: Actor,
  input: WebsiteEdit & { readonly id: number; readonly version: number },
): Promise<Website> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const website = await lockWebsite(db, actor, input.id);
    const action = website.status === 'rejected' ? 'resubmit' : 'edit';
    const status = websiteStatusAfter(website, action, 'edited');
    if (website.version !== input.version) throw new AppError('conflict_version');
    refuseRetiredCategories(input.categories, website.categories);
    const { separateCategories = website.separate_categories } = input;
    const values = { ...valuesOf(input), separate_categories: separateCategories };
    const changes = changesOf(
      {
        categories: website.categories,
        traffic_range: website.traffic_range,
        monthly_traffic: website.monthly_traffic,
        separate_categories: website.separate_categories,
      },
      values,
    );
    if (action === 'resubmit' || Object.keys(changes).length > 0) {
      const cleared = action === 'resubmit' ? { rejection_code: null, rejection_text: null } : {};
      await writeLocked(db, 'website', website, { ...values, ...cleared, status }, now);
      await audit(db, actor, `website.${action}`, website.id, now, {
        ...changes,
        ...changesOf({ status: website.status }, { status }),
      });
    }
    return await getWebsite({ ...deps, db }, actor, input);
  });
}

export type WebsiteAct = 'activate' | 'suspend' | 'delete';

const PAST_PARTICIPLE: Record<WebsiteAct, CannotOf<'website'>> = {
  activate: 'activated',
  suspend: 'suspended',
  delete: 'deleted',
};

/**
 * One action of the status table by its publisher. A deleted website's widgets stop at once and its domain is free.
 * @throws AppError `website_not_found`, `conflict_status`.
 */
export async function actOnWebsite(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number; readonly action: WebsiteAct },
): Promise<Website> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const website = await lockWebsite(db, actor, input.id);
    const status = websiteStatusAfter(website, input.action, PAST_PARTICIPLE[input.action]);
    const suspendedBy = status === 'suspended' ? 'publisher' : null;
    // What the operator wrote goes with the operator's suspension, also when the website is deleted.
    const ended = { suspended_by: suspendedBy, suspension_text: null } as const;
    await writeLocked(db, 'website', website, { status, ...ended }, now);
    await audit(db, actor, `website.${input.action}`, website.id, now, {
      status: { before: website.status, after: status },
    });
    return await getWebsite({ ...deps, db }, actor, input);
  });
}

/** What is not offered any more can be kept, not taken up. */
function refuseRetiredCategories(named: readonly string[], had: readonly string[]): void {
  const issues = named.flatMap((code, index) =>
    isRetiredWebsiteCategory(code) && !had.includes(code)
      ? [issueAt(`categories.${index}`, 'category_retired')]
      : [],
  );
  if (issues.length > 0) throw invalidInput(...issues);
}

function valuesOf({ categories, traffic }: Pick<WebsiteEdit, 'categories' | 'traffic'>) {
  const unique: string[] = [...new Set(categories)];
  return 'range' in traffic
    ? {
        categories: unique,
        traffic_range: traffic.range as string | null,
        monthly_traffic: TRAFFIC_RANGES[traffic.range].from as number,
      }
    : { categories: unique, traffic_range: null, monthly_traffic: traffic.custom };
}
