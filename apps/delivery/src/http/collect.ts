import type { IncomingMessage, ServerResponse } from 'node:http';
import { readClickId } from '@placard/contract/wire/click-id';
import {
  type Collected,
  type CollectedView,
  type CollectedVisit,
  CollectFault,
  MAX_COLLECT_BYTES,
  MAX_HOST_LENGTH,
  readCollected,
} from '@placard/contract/wire/collect-protocol';
import { pageViewRecord, VISIT_KINDS, visitRecord } from '@placard/contract/wire/collect-record';
import { DECISION } from '@placard/contract/wire/decision-token';
import { viewOf } from '@placard/contract/wire/layout';
import { CONVERSION_LADDER } from '@placard/domain/decision/conversion-ladder';
import { hostWithin } from '@placard/domain/decision/gates';
import type { FilterReason } from '@placard/domain/filter-reason';
import type { TrafficRules } from '@placard/domain/traffic/traffic-rule';
import type { TokenKeys } from '../decide/token.ts';
import type { EventSamples, Sender } from '../events/event-samples.ts';
import { reasonCodeOf } from '../events/judge.ts';
import { KeptCounts } from '../events/kept-counts.ts';
import type { Spool } from '../events/spool.ts';
import type { CampaignCode, SiteCode } from '../snapshot/code-directory.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { answerError, answerStored } from './answers.ts';
import { readBody } from './body.ts';
import { isPrefetch, pageHostOf, type RequestHead } from './request-head.ts';
import { ruledOut } from './ruled-out.ts';
import { browserOf } from './user-agent.ts';
import type { ViewerHashes, Visitors } from './visitor.ts';

export type CollectDeps = {
  readonly snapshot: () => Snapshot;
  readonly keys: TokenKeys;
  readonly spool: Spool;
  readonly visitors: Visitors;
  readonly head: RequestHead;
  readonly viewers: ViewerHashes;
  readonly anySite: () => boolean;
  readonly trafficRules: () => TrafficRules;
  readonly samples: EventSamples;
  readonly nowMs: () => number;
};

/** Answers POST /collect: what analytics.js tells is checked, stored, and only then answered. */
export class CollectHandler {
  private readonly deps: CollectDeps;
  /** For /metrics. */
  readonly calls = { view: 0, visit: 0, conversion: 0, refused: 0 };
  private readonly conversionLimits = new KeptCounts<string>(CONVERSION_LADDER);

  constructor(deps: CollectDeps) {
    this.deps = deps;
  }

  async post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const declared = this.deps.head.read(request).contentLength;
    await readBody(request, response, { declared, maxBytes: MAX_COLLECT_BYTES }, (body) => {
      try {
        this.take(request, response, readCollected(body.toString('utf8')));
      } catch (error) {
        if (!(error instanceof CollectFault)) throw error;
        this.calls.refused += 1;
        answerError(response, 'invalid_request', {
          message: 'The call is not valid.',
          issues: [{ path: error.field, message: error.message }],
        });
      }
    });
  }

  private take(request: IncomingMessage, response: ServerResponse, collected: Collected): void {
    const record = collected.kind === 'view' ? this.view(request, collected) : this.visit(request, collected);
    if (record === null) {
      this.calls.refused += 1;
      answerError(response, 'not_found', { message: 'There is no such analytics code.' });
      return;
    }
    this.calls[collected.kind] += 1;
    this.store(response, record);
  }

  /** @returns `null` for a key that nobody has. */
  private view(request: IncomingMessage, view: CollectedView): Uint8Array | null {
    const { snapshot, head, visitors, viewers, anySite, nowMs } = this.deps;
    const site = snapshot().codes.siteOf(view.siteKey);
    if (site === undefined) return null;
    const atMs = nowMs();
    const { userAgent } = head.read(request);
    const host = pageHostOf(head);
    const onOwnDomain = host !== '' && hostWithin(host, site.domain);
    const elsewhere = host !== '' && !onOwnDomain && !anySite();
    const reason =
      this.botReason() ?? this.ruleReason(host, site.domain) ?? (elsewhere ? 'wrong_site' : null);
    const about = { kind: 'page_view', websiteId: site.websiteId, widgetId: 0 } as const;
    this.deps.samples.seeCollected({ nowMs: atMs, reason }, about, () => this.sender(host));
    const scope = `\nwebsite ${site.websiteId}`;
    return pageViewRecord(
      {
        reason: reasonCodeOf(reason),
        device: browserOf(userAgent).device,
        onOwnDomain,
        atMs,
        websiteId: site.websiteId,
        country: visitors.countryOf(head),
        referrerHost: ownReferrer(view, site) ? '' : view.referrerHost,
        pageHost: reason === 'wrong_site' ? host.slice(0, MAX_HOST_LENGTH) : '',
        path: view.path,
      },
      viewers.of(visitors.addressOf(head), userAgent + scope, atMs),
    );
  }

  /** @returns `null` for a key that nobody has. */
  private visit(request: IncomingMessage, visit: CollectedVisit): Uint8Array | null {
    const { snapshot, head, keys, nowMs } = this.deps;
    const code: CampaignCode | undefined = snapshot().codes.campaignOf(visit.campaignKey);
    if (code === undefined) return null;
    head.read(request);
    const click = visit.clickId === null ? null : keys.checkClickId(visit.clickId);
    const forged: FilterReason | null = visit.clickId !== null && click === null ? 'forged_token' : null;
    const kind =
      visit.kind === 'conversion'
        ? VISIT_KINDS.conversion
        : visit.clickId === null
          ? VISIT_KINDS.opened
          : VISIT_KINDS.visit;
    const atMs = nowMs();
    const reason = this.visitReason(atMs, { kind, click, forged });
    return visitRecord(
      {
        kind,
        reason: reasonCodeOf(reason),
        atMs,
        campaignId: code.campaignId,
        valueMicros: visit.valueMicros === null ? null : BigInt(visit.valueMicros),
        currency: visit.currency,
        orderId: visit.orderId,
      },
      click,
    );
  }

  /** Why it counts nothing. The website of a visit is that of its click: the page is the advertiser's. */
  private visitReason(
    nowMs: number,
    visit: {
      readonly kind: number;
      readonly click: Uint8Array | null;
      readonly forged: FilterReason | null;
    },
  ): FilterReason | null {
    const { head, samples, snapshot } = this.deps;
    const pageHost = pageHostOf(head);
    const widgetId = visit.click === null ? 0 : (readClickId(viewOf(visit.click), 0)?.widgetId ?? 0);
    const domain = snapshot().widgets.byWidgetId(widgetId)?.domain ?? '';
    const reason =
      this.botReason() ??
      visit.forged ??
      this.ruleReason(pageHost, domain) ??
      (visit.kind === VISIT_KINDS.conversion ? this.limitReason(visit.click, nowMs) : null);
    // A page that nobody came to by an ad counts nothing, whatever it is.
    if (visit.kind !== VISIT_KINDS.opened) {
      const kind = visit.kind === VISIT_KINDS.conversion ? 'conversion' : 'visit';
      samples.seeCollected({ nowMs, reason }, { kind, websiteId: 0, widgetId }, () => this.sender(pageHost));
    }
    return reason;
  }

  private ruleReason(pageHost: string, websiteDomain: string): FilterReason | null {
    const { head, visitors, trafficRules } = this.deps;
    return ruledOut(trafficRules(), { head, visitors, pageHost })(websiteDomain) ? 'traffic_rule' : null;
  }

  private limitReason(click: Uint8Array | null, nowMs: number): FilterReason | null {
    if (click === null) return null;
    const { shard, adSetId } = DECISION.at;
    // Which decision it was of.
    const key = Buffer.from(click).toString('latin1', shard, adSetId);
    return this.conversionLimits.take(key, nowMs) ? null : 'rate_limit';
  }

  private sender(pageHost: string): Sender {
    const { head, visitors } = this.deps;
    const { userAgent } = head;
    return { address: visitors.addressOf(head), userAgent, pageHost, country: visitors.countryOf(head) };
  }

  /** Of the request that `head` was read from last. */
  private botReason(): FilterReason | null {
    const { head, visitors } = this.deps;
    if (isPrefetch(head)) return 'prefetch';
    if (browserOf(head.userAgent).bot) return 'bot';
    return visitors.inDataCentre(head) ? 'data_centre' : null;
  }

  private store(response: ServerResponse, record: Uint8Array): void {
    const { spool } = this.deps;
    const unavailable = () =>
      answerError(response, 'unavailable', {
        message: 'The call cannot be stored now; please send it again.',
      });
    const at = spool.reserve(record.length, 1);
    if (at < 0) {
      unavailable();
      return;
    }
    spool.buffer.set(record, at);
    spool.whenWritten((stored) => {
      if (stored) answerStored(response);
      else unavailable();
    });
  }
}

/** Going from page to page of a website refers nobody to it. */
function ownReferrer(view: CollectedView, site: SiteCode): boolean {
  return hostWithin(view.referrerHost, site.domain);
}
