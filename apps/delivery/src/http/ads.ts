import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DecisionPayload, TOKEN_FLAG_VIDEO } from '@placard/contract/wire/decision-token';
import { LATER } from '@placard/contract/wire/tag-protocol';
import { hostWithin } from '@placard/domain/decision/gates';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@placard/domain/language';
import { AdIndex, letterPair, NO_BID_PLACE, NO_SIZE, type SizeSlot } from '../decide/ad-index.ts';
import { Auction, type Question } from '../decide/auction.ts';
import type { Numbering } from '../decide/numbering.ts';
import { OUTCOME_OF_REFUSAL, type Tallies } from '../decide/tallies.ts';
import type { TokenKeys } from '../decide/token.ts';
import type { ViewSamples } from '../decide/view-samples.ts';
import type { Zones } from '../decide/zones.ts';
import type { HealthBook } from '../health/health-book.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { WidgetView } from '../snapshot/widget-directory.ts';
import { languageOf, newAdsQuery, readAdsQuery } from './ads-query.ts';
import { AD_HEADERS, answerError, type RequestIssue } from './answers.ts';
import { hostOf, pageHostOf, type RequestHead } from './request-head.ts';
import { browserOf } from './user-agent.ts';
import type { Visitors } from './visitor.ts';

const MINUTE_MS = 60_000;
const NO_AD = 'null';
const ASK_LATER = String(LATER);

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Answers GET /a. Everything that a decision needs is kept in reused objects, and the answer is put together from
 * pieces of JSON that were made when the index was: what is left is gates, one hash and one string.
 */
export class AdsHandler {
  private readonly auction: Auction;
  private readonly query = newAdsQuery();
  private readonly capped: number[] = [];
  private readonly page = {
    creativeIds: [] as number[],
    advertiserIds: [] as number[],
    categories: [] as string[],
  };
  private readonly fitting: SizeSlot[] = [];
  /** Of the page that asks and the pages around it; none where any website may ask. */
  private readonly pageHosts: string[] = [];
  private readonly payload: Mutable<DecisionPayload> = {
    keyId: 0,
    shard: 0,
    minute: 0,
    sequence: 0,
    adSetId: 0,
    creativeId: 0,
    widgetId: 0,
    priceMicros: 0,
    shareBp: 0,
    flags: 0,
    device: 0,
    country: '',
    language: '',
    widthPx: 0,
    heightPx: 0,
    msOfMinute: 0,
  };
  private readonly question: Question = {
    nowMs: 0,
    index: new AdIndex(),
    slots: [],
    device: 0,
    country: 0,
    language: 0,
    floorMicros: 0,
    bidPlace: NO_BID_PLACE,
    minimumCpmMicros: 0,
    minimumCpcMicros: 0,
    cappedAdSetIds: this.capped,
    blocks: null,
    page: this.page,
    separateCategories: false,
  };
  private readonly view = { outcome: 0, device: 0, country: 0, sizeNumber: NO_SIZE };
  private readonly deps: AdsDeps;
  /** For /metrics. */
  requests = 0;
  filled = 0;
  unfilled = 0;
  unknownWidgets = 0;

  constructor(deps: AdsDeps) {
    this.deps = deps;
    this.payload.shard = deps.shard;
    this.auction = new Auction(deps.zones, deps.random);
  }

  /** Candidates that were looked at, for /metrics. */
  get judged(): number {
    return this.auction.judged;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const body = this.decide(request.url ?? '', this.deps.head.read(request));
    if (typeof body !== 'string') {
      answerError(response, 'invalid_request', { message: 'The query is not valid.', issues: [body] });
      return;
    }
    response.writeHead(200, [...AD_HEADERS, 'Content-Length', body.length]);
    response.end(body, 'latin1');
  }

  /** @returns the answer's JSON, in ASCII, or what is wrong with the query; then nothing is counted. */
  decide(url: string, head: RequestHead): string | RequestIssue {
    const { health } = this.deps;
    if (!health.timesNext()) return this.decideNow(url, head);
    const began = performance.now();
    const body = this.decideNow(url, head);
    health.took(performance.now() - began);
    return body;
  }

  private decideNow(url: string, head: RequestHead): string | RequestIssue {
    const { query, payload, question } = this;
    const issue = readAdsQuery(url, query);
    if (issue !== null) return issue;
    this.requests += 1;
    const nowMs = this.deps.nowMs();
    payload.country = this.deps.visitors.countryOf(head);
    payload.language = languageOf(query.language, head.acceptLanguage);
    payload.device = browserOf(head.userAgent).device;
    question.nowMs = nowMs;
    question.index = this.deps.snapshot().index;
    question.device = payload.device;
    question.country = letterPair(payload.country);
    question.language = letterPair(payload.language);
    this.capped.length = 0;
    for (const id of query.cappedAdSetIds) this.capped.push(id);
    this.readPage();
    this.view.device = question.device;
    this.view.country = question.country;

    this.pageHosts.length = 0;
    if (!this.deps.anySite()) {
      this.pageHosts.push(pageHostOf(head));
      for (const origin of query.ancestorOrigins) this.pageHosts.push(hostOf(origin));
    }
    let body = '{"a":[';
    for (let index = 0; index < query.count; index += 1) {
      if (index > 0) body += ',';
      const widget = this.deps.snapshot().widgets.byKey(query.keys[index] ?? '');
      body +=
        widget === undefined
          ? this.unknown()
          : this.fill(widget, query.widths[index] ?? 0, query.far[index] === true);
    }
    return `${body}]}`;
  }

  /** What stands on the page from earlier calls of it. */
  private readPage(): void {
    const { page, query } = this;
    page.creativeIds.length = 0;
    page.advertiserIds.length = 0;
    page.categories.length = 0;
    for (const [index, adSetId] of query.shownAdSetIds.entries()) {
      page.creativeIds.push(query.shownCreativeIds[index] ?? 0);
      const owner = this.deps.snapshot().ownerOf(adSetId);
      if (owner === undefined) continue;
      page.advertiserIds.push(owner.advertiserId);
      page.categories.push(owner.category);
      if (owner.capped) this.capped.push(adSetId);
    }
  }

  private unknown(): string {
    this.unknownWidgets += 1;
    return NO_AD;
  }

  private fill(widget: WidgetView, width: number, far: boolean): string {
    const { question } = this;
    if (!widget.serving) return this.noFill(widget, TALLY_OUTCOMES.not_serving);
    for (const host of this.pageHosts) {
      if (!hostWithin(host, widget.domain)) return this.noFill(widget, TALLY_OUTCOMES.wrong_site);
    }
    if (far && widget.waits) {
      this.deps.tallies.noteAsked(widget.id);
      return ASK_LATER;
    }
    question.slots = this.fittingSlots(widget, width);
    question.floorMicros = widget.floorMicros;
    const card = this.deps.snapshot().bids.at(question.nowMs);
    question.bidPlace = card.placeOf(widget.typeNumber, question.country);
    question.minimumCpmMicros = card.cpmAt(question.bidPlace);
    question.minimumCpcMicros = card.cpcAt(question.bidPlace);
    question.blocks = widget.blocks;
    question.separateCategories = widget.separateCategories;
    const decided = this.auction.decide(question);
    if (this.deps.samples.due()) this.sample(widget);
    if (!decided) {
      if (question.slots.length === 0) return this.noFill(widget, TALLY_OUTCOMES.too_narrow);
      return this.noFill(widget, OUTCOME_OF_REFUSAL[this.auction.refused] ?? TALLY_OUTCOMES.no_candidate);
    }
    return this.sign(widget);
  }

  private sign(widget: WidgetView): string {
    const { unit, creative } = this.auction;
    const { numbering, keys } = this.deps;
    const { payload } = this;
    const { nowMs } = this.question;
    if (unit === null || creative === null) return this.noFill(widget, TALLY_OUTCOMES.no_candidate);
    // Without a number nothing may be shown: its events could not be told from another's.
    if (!numbering.take(nowMs)) return this.noFill(widget, TALLY_OUTCOMES.no_candidate);
    const { adSet } = unit;
    this.auction.take();
    // A capped ad set fills one place of a page at most: the browser counts it only afterwards.
    if (adSet.capPerDay > 0) this.capped.push(adSet.id);
    this.page.creativeIds.push(creative.id);
    this.page.advertiserIds.push(adSet.advertiserId);
    this.page.categories.push(adSet.category);
    payload.keyId = keys.newestId;
    payload.minute = numbering.minute;
    payload.sequence = numbering.sequence;
    payload.msOfMinute = nowMs % MINUTE_MS;
    payload.adSetId = adSet.id;
    payload.creativeId = creative.id;
    payload.widgetId = widget.id;
    payload.priceMicros = adSet.priceMicros;
    payload.shareBp = widget.share.at(nowMs);
    payload.flags = widget.video ? adSet.flags | TOKEN_FLAG_VIDEO : adSet.flags;
    payload.widthPx = unit.widthPx;
    payload.heightPx = unit.heightPx;
    this.view.outcome = TALLY_OUTCOMES.filled;
    this.view.sizeNumber = this.auction.slot?.sizeNumber ?? NO_SIZE;
    this.deps.tallies.count(widget.id, this.view);
    this.filled += 1;
    return `{"t":"${keys.sign(payload)}${widget.jsonKind[spokenTo(payload.language)]}${creative.json}${widget.jsonHeading}}`;
  }

  /** One view of some hundreds: its advertisers may ask why they were not in it. */
  private sample(widget: WidgetView): void {
    const { question, payload, auction } = this;
    this.deps.samples.keep({
      atMs: question.nowMs,
      widgetId: widget.id,
      device: payload.device,
      country: payload.country,
      language: payload.language,
      floorMicros: question.floorMicros,
      winningEcpmMicros: auction.unit?.ecpmMicros ?? 0,
      winningAdSetId: auction.unit?.adSet.id ?? 0,
      sizes: question.slots,
      cappedAdSetIds: this.capped,
    });
  }

  private noFill(widget: WidgetView, outcome: number): string {
    this.view.outcome = outcome;
    this.view.sizeNumber = NO_SIZE;
    this.deps.tallies.count(widget.id, this.view);
    this.unfilled += 1;
    return NO_AD;
  }

  /** The widget's sizes that the container holds; all of them where its width is unknown, or of a video. */
  private fittingSlots(widget: WidgetView, width: number): readonly SizeSlot[] {
    // A video's creative is scaled into the container: every size fits.
    if (width === 0 || widget.video || width >= widget.widestWidthPx) return widget.slots;
    this.fitting.length = 0;
    for (const slot of widget.slots) if (slot.widthPx <= width) this.fitting.push(slot);
    return this.fitting;
  }
}

/** The labels of an ad are its reader's. */
function spokenTo(language: string): Language {
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

export type AdsDeps = {
  readonly snapshot: () => Snapshot;
  readonly zones: Zones;
  readonly keys: TokenKeys;
  readonly numbering: Numbering;
  readonly tallies: Tallies;
  readonly samples: ViewSamples;
  readonly visitors: Visitors;
  readonly head: RequestHead;
  readonly health: Pick<HealthBook, 'timesNext' | 'took'>;
  readonly shard: number;
  readonly anySite: () => boolean;
  readonly nowMs: () => number;
  readonly random: () => number;
};
