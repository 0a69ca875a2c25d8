import type { CannotOf } from '@placard/contract/status-refusals';
import type { Widget, widgetFields, widgetInput } from '@placard/contract/widgets';
import type { Database } from '@placard/db/schema';
import type { WebsiteTable } from '@placard/db/schema/publishing';
import { judgeTransition } from '@placard/domain/status-table';
import type { WidgetType } from '@placard/domain/widget/rules';
import {
  WIDGET_TRANSITIONS,
  type WidgetAction,
  type WidgetGuard,
  type WidgetStatus,
} from '@placard/domain/widget/status';
import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { auditOf, changesOf } from '../audit/write-audit.ts';
import { microsOrNull } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockAccount } from '../lock-account.ts';
import { randomKey } from '../random-key.ts';
import { refuseTooManyWidgets } from '../room-for-one-more.ts';
import { statusConflict } from '../status-conflict.ts';
import { writeLocked } from '../write-locked.ts';
import { getWidget, loadWidgets, type WidgetRecord } from './widget-record.ts';

const audit = auditOf('publisher', 'widget');

type Deps = HasDb & HasClock & HasUrls;
type Fields = z.output<typeof widgetFields>;
type Place = { readonly websiteId: number; readonly id: number };

/** Creates an active widget on an active website. @throws AppError `website_not_found`, `website_not_active_create`, `conflict_status` where it has all it may. */
export async function createWidget(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof widgetInput> & { readonly websiteId: number },
): Promise<Widget> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    await lockAccount(db, actor.accountId);
    const website = await lockWebsiteOf(db, actor, input.websiteId);
    if (website.status !== 'active') throw new AppError('website_not_active_create');
    refuseFallback(input.type, input.fallbackHtml);
    await refuseTooManyWidgets(db, actor.accountId, website.id);
    const { id } = await db
      .insertInto('widget')
      .values({
        ...valuesOf(input),
        website_id: website.id,
        type: input.type,
        embed_key: randomKey(),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertSizes(db, id, input.sizes);
    await audit(db, actor, 'widget.create', id, now, { name: input.name, type: input.type });
    return await getWidget({ ...deps, db }, actor, { websiteId: website.id, id });
  });
}

/**
 * Saves a widget's fields; its type and embed key stay, so the code on the page stays right.
 * @throws AppError `website_not_found`, `widget_not_found`, `website_not_active_update`, `conflict_status`, `conflict_version`.
 */
export async function updateWidget(
  deps: Deps,
  actor: Actor,
  input: Fields & Place & { readonly version: number },
): Promise<Widget> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const { widget, website } = await lockWidget(db, actor, input);
    const status = statusAfter(widget, website, 'edit', 'edited');
    if (widget.version !== input.version) throw new AppError('conflict_version');
    refuseFallback(widget.type, input.fallbackHtml);
    const values = valuesOf(input);
    const changes = changesOf(
      {
        name: widget.name,
        heading_title: widget.heading_title,
        floor_cpm_micros: widget.floor_cpm_micros,
        fallback_html: widget.fallback_html,
        lazy: widget.lazy,
        sizes: widget.sizes,
      },
      { ...values, sizes: input.sizes },
    );
    if (Object.keys(changes).length > 0) {
      if ('sizes' in changes) {
        await db.deleteFrom('widget_size').where('widget_id', '=', widget.id).execute();
        await insertSizes(db, widget.id, input.sizes);
      }
      await writeLocked(db, 'widget', widget, { ...values, status }, now);
      await audit(db, actor, 'widget.edit', widget.id, now, changes);
    }
    return await getWidget({ ...deps, db }, actor, input);
  });
}

export type WidgetAct = 'activate' | 'suspend' | 'archive';

const PAST_PARTICIPLE: Record<WidgetAct, CannotOf<'widget'>> = {
  activate: 'activated',
  suspend: 'suspended',
  archive: 'archived',
};

/** One action of the status table by its publisher. @throws AppError as updateWidget, but for the version. */
export async function actOnWidget(
  deps: Deps,
  actor: Actor,
  input: Place & { readonly action: WidgetAct },
): Promise<Widget> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const { widget, website } = await lockWidget(db, actor, input);
    const status = statusAfter(widget, website, input.action, PAST_PARTICIPLE[input.action]);
    await writeLocked(db, 'widget', widget, { status }, now);
    await audit(db, actor, `widget.${input.action}`, widget.id, now, {
      status: { before: widget.status, after: status },
    });
    return await getWidget({ ...deps, db }, actor, input);
  });
}

function statusAfter(
  widget: WidgetRecord,
  website: Selectable<WebsiteTable>,
  action: WidgetAction,
  cannot: CannotOf<'widget'>,
): WidgetStatus {
  const result = judgeTransition<WidgetStatus, WidgetAction, WidgetGuard>(WIDGET_TRANSITIONS, {
    from: widget.status,
    action,
    actor: 'publisher',
    facts: { websiteActive: website.status === 'active' },
  });
  if (result.ok) return result.to;
  if (result.refusal === 'guard_failed') throw new AppError('website_not_active_update');
  throw statusConflict('widget', widget.status, cannot);
}

/** Its website first, so that a suspension of the website and an edit of the widget come one after the other. */
async function lockWidget(db: Kysely<Database>, actor: Actor, place: Place) {
  const website = await lockWebsiteOf(db, actor, place.websiteId);
  const locked = await db
    .selectFrom('widget')
    .select('id')
    .where('id', '=', place.id)
    .where('website_id', '=', website.id)
    .forUpdate()
    .executeTakeFirst();
  const [widget] = locked === undefined ? [] : await loadWidgets(db, actor, [locked.id]);
  if (widget === undefined) throw new AppError('widget_not_found');
  return { widget, website };
}

async function lockWebsiteOf(
  db: Kysely<Database>,
  actor: Actor,
  websiteId: number,
): Promise<Selectable<WebsiteTable>> {
  return await db
    .selectFrom('website')
    .selectAll()
    .where('id', '=', websiteId)
    .where('publisher_id', '=', actor.accountId)
    .forShare()
    .executeTakeFirstOrThrow(() => new AppError('website_not_found'));
}

/** A floating widget's element lies fixed over the page: content in it could not be closed. */
function refuseFallback(type: WidgetType, fallbackHtml: string): void {
  if (type === 'floating_sticky_ad' && fallbackHtml !== '') {
    throw invalidInput(issueAt('fallbackHtml', 'fallback_not_floating'));
  }
}

function valuesOf(fields: Fields) {
  return {
    name: fields.name,
    heading_title: fields.headingTitle === '' ? null : fields.headingTitle,
    floor_cpm_micros: microsOrNull(fields.floorCpm),
    fallback_html: fields.fallbackHtml,
    lazy: fields.lazy,
  };
}

async function insertSizes(db: Kysely<Database>, widgetId: number, sizes: Fields['sizes']): Promise<void> {
  await db
    .insertInto('widget_size')
    .values(
      sizes.map((size, position) => ({
        widget_id: widgetId,
        position,
        width_px: size.width,
        height_px: size.height,
      })),
    )
    .execute();
}
