import { DEVICE_CODES, TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import type { DatedCard } from '@placard/domain/decision/minimum-bids';
import {
  effectiveCpmMicros,
  hopefulCpmMicros,
  priceMicrosOf,
  smoothedClickRate,
} from '@placard/domain/decision/price';
import { type Schedule, weekdayMaskOf } from '@placard/domain/targeting/schedule';
import { DAY_MS, numberOfDay } from '@placard/domain/time-zone';
import { AdIndex, letterPair, type Reach } from '../decide/ad-index.ts';
import type { Pacer } from '../decide/pacer.ts';
import type { ShownAdSet, Unit } from '../decide/unit.ts';
import type { Zones } from '../decide/zones.ts';
import { Alike, Kept } from './alike.ts';
import { inOnePiece } from './ascii-json.ts';
import { BidBook, NO_CARD } from './bid-book.ts';
import { CodeDirectory } from './code-directory.ts';
import { CreativeDirectory, shownOf } from './creative-directory.ts';
import { Groups } from './groups.ts';
import type {
  AccountRow,
  AdSetRow,
  CampaignRow,
  ClickCountRow,
  CreativeRow,
  NetworkRows,
  SettingsRow,
  ShareRow,
} from './rows.ts';
import { ShareBook } from './share-book.ts';
import { WidgetDirectory } from './widget-directory.ts';

/** A creative is new for this long after its approval. */
export const LEARNING_MS = 72 * 60 * 60_000;
/** A campaign enters the index this long before its first day: no time zone is further from UTC than a day. */
const ENTERS_DAYS_AHEAD = 2;
/** A click rate that moved by less leaves the ad set where it stands. */
const RATE_CHANGE = 0.05;
const ANYWHERE = [0];
/** So many ad sets are looked at before the clock is. */
const LOOKS_A_STEP = 100;

/** Changed rows of one read of the change log; ids that were asked for and have no row are gone. */
export type ChangedRows = NetworkRows & {
  readonly settings: SettingsRow | null;
  readonly shares: readonly ShareRow[] | null;
  readonly bidCards: readonly DatedCard[] | null;
  /** Ad sets asked for by id: those missing in `adSets` can't be shown. */
  readonly adSetIds: readonly number[];
};

export const NO_CHANGE: ChangedRows = {
  settings: null,
  shares: null,
  bidCards: null,
  accounts: [],
  campaigns: [],
  adSets: [],
  adSetIds: [],
  creatives: [],
  websites: [],
  widgets: [],
};

/** What may concern any ad set: each kind is looked for once at a time, the newest in place of the one before. */
type Cause = 'rates' | 'card' | 'time' | 'clock';
type Look = { readonly left: Iterator<AdSetRow>; readonly concerns: (row: AdSetRow) => boolean };

/**
 * What delivery knows of the network: rows as last read, and the index made of them. `apply` only notes what has to
 * be made anew; `settle` makes it, in slices, so that no request waits for it.
 */
export class Snapshot {
  readonly index = new AdIndex();
  private readonly shares = new ShareBook();
  readonly bids = new BidBook();
  readonly widgets = new WidgetDirectory(this.index, this.shares);
  readonly creatives = new CreativeDirectory();
  readonly codes = new CodeDirectory();
  private readonly accounts = new Map<number, AccountRow>();
  private readonly campaigns = new Map<number, CampaignRow>();
  private readonly campaignsOf = new Groups();
  private readonly adSets = new Map<number, AdSetRow>();
  private readonly adSetsOf = new Groups();
  private readonly stale = new Set<number>();
  /** Under way over all ad sets, a part of them in each slice. */
  private readonly looks = new Map<Cause, Look>();
  /** Ad sets whose place changes by time alone: they enter, end, or stop learning. */
  private readonly timed = new Map<number, number>();
  /** No time among them is earlier. */
  private soonestMs = Number.POSITIVE_INFINITY;
  private readonly hosts = new Alike();
  private readonly schedules = new Kept<Schedule>();
  private readonly reaches = new Kept<Reach>();
  private readonly pacer: Pacer;
  private readonly zones: Zones;
  private settings: SettingsRow;
  /** By which the index has its shelves. */
  private placedBy = NO_CARD;

  constructor(settings: SettingsRow, parts: { readonly pacer: Pacer; readonly zones: Zones }) {
    this.pacer = parts.pacer;
    this.zones = parts.zones;
    this.settings = settings;
    this.shares.putBase(settings.shareBp);
  }

  get demo(): boolean {
    return this.settings.demo;
  }

  /** Who stands behind an ad set, and whether its views a day are limited; `undefined` where its campaign does not run. */
  ownerOf(adSetId: number) {
    const adSet = this.adSets.get(adSetId);
    const campaign = this.campaigns.get(adSet?.campaignId ?? 0);
    if (adSet === undefined || campaign === undefined) return undefined;
    const capped = adSet.frequencyCapPerDay !== null;
    return { advertiserId: campaign.advertiserId, category: campaign.category ?? NO_CATEGORY, capped };
  }

  apply(changed: ChangedRows): void {
    if (changed.shares !== null) this.shares.put(changed.shares);
    if (changed.bidCards !== null) this.bids.put(changed.bidCards);
    this.putAccounts(changed.accounts);
    this.widgets.putAccounts(changed.accounts);
    this.widgets.putWebsites(changed.websites);
    this.widgets.putWidgets(changed.widgets);
    this.codes.putAccounts(changed.accounts);
    this.codes.putWebsites(changed.websites);
    this.codes.putCampaigns(changed.campaigns);
    this.putCampaigns(changed.campaigns);
    const found = new Set<number>();
    for (const row of changed.adSets) {
      found.add(row.id);
      this.putAdSet(row);
    }
    for (const id of changed.adSetIds) if (!found.has(id)) this.dropAdSet(id);
    for (const adSetId of this.creatives.put(changed.creatives)) this.stale.add(adSetId);
    if (changed.settings !== null) this.putSettings(changed.settings);
  }

  /**
   * Brings the index up to what was applied.
   * @param until asked after each step; true = stop here and go on in the next call. @returns whether all is done.
   */
  settle(nowMs: number, until: () => boolean): boolean {
    // A zone that comes up is read here, one after the other, and not by the first decision.
    this.zones.at(nowMs);
    this.placeByCard(nowMs);
    if (!this.lookOn(until)) return false;
    for (const adSetId of this.stale) {
      this.stale.delete(adSetId);
      this.index.replace(adSetId, this.standingOf(adSetId, nowMs));
      if (until()) return this.stale.size === 0;
    }
    return true;
  }

  /** Another card of minimum bids holds, changed or by its date: ad sets that it places elsewhere are put up anew. */
  private placeByCard(nowMs: number): void {
    const card = this.bids.at(nowMs);
    if (card === this.placedBy) return;
    this.placedBy = card;
    this.lookFor('card', ({ id }) => {
      const adSet = this.index.standing(id)?.adSet;
      return adSet !== undefined && adSet.belowPlaces !== card.placesAbove(adSet.priceMicros, adSet.flags);
    });
  }

  private lookFor(cause: Cause, concerns: Look['concerns']): void {
    this.looks.set(cause, { left: this.adSets.values(), concerns });
  }

  /** @returns whether all was looked at. */
  private lookOn(until: () => boolean): boolean {
    for (const [cause, { left, concerns }] of this.looks) {
      let looked = 0;
      for (let next = left.next(); !next.done; next = left.next()) {
        if (concerns(next.value)) this.stale.add(next.value.id);
        looked += 1;
        if (looked % LOOKS_A_STEP === 0 && until()) return false;
      }
      this.looks.delete(cause);
    }
    return true;
  }

  /** Takes over newer counts where they move a click rate enough to matter for the order. */
  putClickCounts(rows: readonly ClickCountRow[]): void {
    for (const { id, impressions, clicks } of rows) {
      const row = this.adSets.get(id);
      if (row === undefined) continue;
      const before = smoothedClickRate(row);
      const now = smoothedClickRate({ impressions, clicks });
      if (Math.abs(now - before) < before * RATE_CHANGE) continue;
      this.adSets.set(id, { ...row, impressions, clicks });
      this.stale.add(id);
    }
  }

  /** Looks for ad sets that time alone has changed, if there are any. */
  noteTime(nowMs: number): void {
    // One under way finds what comes due meanwhile to be the soonest of the next.
    if (nowMs < this.soonestMs || this.looks.has('time')) return;
    this.soonestMs = Number.POSITIVE_INFINITY;
    this.lookFor('time', ({ id }) => {
      const atMs = this.timed.get(id) ?? Number.POSITIVE_INFINITY;
      if (atMs > nowMs) this.soonestMs = Math.min(this.soonestMs, atMs);
      return atMs <= nowMs;
    });
  }

  /** All that waits for a time is put up anew, awake: its times may be far off now. */
  noteClockSetBack(): void {
    this.lookFor('clock', () => true);
  }

  private changesAt(adSetId: number, atMs: number): void {
    this.timed.set(adSetId, atMs);
    this.soonestMs = Math.min(this.soonestMs, atMs);
  }

  private putAccounts(rows: readonly AccountRow[]): void {
    for (const row of rows) {
      const old = this.accounts.get(row.id);
      this.accounts.set(row.id, row);
      const same =
        old?.active === row.active &&
        old.timeZone === row.timeZone &&
        old.walletPositive === row.walletPositive;
      if (!same) for (const campaignId of this.campaignsOf.of(row.id)) this.staleCampaign(campaignId);
    }
  }

  private putCampaigns(rows: readonly CampaignRow[]): void {
    for (const row of rows) {
      this.campaigns.set(row.id, row);
      this.campaignsOf.add(row.advertiserId, row.id);
      this.staleCampaign(row.id);
    }
  }

  private putAdSet(row: AdSetRow): void {
    this.adSets.set(row.id, row);
    this.adSetsOf.add(row.campaignId, row.id);
    this.stale.add(row.id);
  }

  private dropAdSet(id: number): void {
    const row = this.adSets.get(id);
    if (row === undefined) return;
    this.adSets.delete(id);
    this.adSetsOf.remove(row.campaignId, id);
    this.stale.add(id);
  }

  private putSettings(settings: SettingsRow): void {
    const sameRates =
      settings.cpmMicros === this.settings.cpmMicros && settings.cpcMicros === this.settings.cpcMicros;
    this.settings = settings;
    this.shares.putBase(settings.shareBp);
    if (sameRates) return;
    this.lookFor('rates', ({ bidMicros }) => bidMicros === null);
  }

  private staleCampaign(campaignId: number): void {
    for (const adSetId of this.adSetsOf.of(campaignId)) this.stale.add(adSetId);
  }

  /** The ad set's place in the index; `null` where a gate refuses it that only an edit or a day changes. */
  private standingOf(
    adSetId: number,
    nowMs: number,
  ): { adSet: ShownAdSet; units: Unit[]; reach: Reach } | null {
    this.timed.delete(adSetId);
    const row = this.adSets.get(adSetId);
    const campaign = row === undefined ? undefined : this.campaigns.get(row.campaignId);
    const advertiser = campaign === undefined ? undefined : this.accounts.get(campaign.advertiserId);
    if (row === undefined || campaign === undefined || advertiser === undefined) return null;
    if (row.archived || !campaign.active || !advertiser.active || !advertiser.walletPositive) return null;
    if (!this.nearItsDates(row.id, campaign, nowMs)) return null;
    const priceMicros = priceMicrosOf(campaign.objective, row.bidMicros, this.settings);
    const ecpmMicros = effectiveCpmMicros(campaign.objective, priceMicros, row);
    const adSet = this.shownAdSet({ row, campaign, priceMicros, ecpmMicros, zone: advertiser.timeZone });
    const hopeMicros = hopefulCpmMicros(campaign.objective, priceMicros, row);
    const units = this.unitsOf(adSet, { ecpmMicros, hopeMicros }, nowMs);
    return { adSet, units, reach: this.reachOf(row) };
  }

  private nearItsDates(adSetId: number, campaign: CampaignRow, nowMs: number): boolean {
    const today = Math.floor(nowMs / DAY_MS);
    const start = numberOfDay(campaign.startDate);
    if (start > today + ENTERS_DAYS_AHEAD) {
      this.changesAt(adSetId, (start - ENTERS_DAYS_AHEAD) * DAY_MS);
      return false;
    }
    const end = campaign.endDate === null ? null : numberOfDay(campaign.endDate);
    if (end === null) return true;
    if (today > end + 1) return false;
    this.changesAt(adSetId, (end + 2) * DAY_MS);
    return true;
  }

  private shownAdSet(parts: {
    readonly row: AdSetRow;
    readonly campaign: CampaignRow;
    readonly priceMicros: number;
    readonly ecpmMicros: number;
    readonly zone: string;
  }): ShownAdSet {
    const { row, campaign, priceMicros, ecpmMicros } = parts;
    const cap = row.frequencyCapPerDay ?? 0;
    const flags = campaign.objective === 'TRAFFIC' ? TOKEN_FLAG_CPC : 0;
    const budget = Math.min(
      row.totalBudgetMicros - row.spentMicros,
      row.dailyBudgetMicros ?? Number.MAX_SAFE_INTEGER,
    );
    return {
      id: row.id,
      advertiserId: campaign.advertiserId,
      schedule: this.scheduleOf(row, campaign),
      zone: this.zones.of(parts.zone),
      category: campaign.category ?? NO_CATEGORY,
      priceMicros,
      belowPlaces: this.placedBy.placesAbove(priceMicros, flags),
      flags,
      capPerDay: cap,
      allowance: this.pacer.allowanceOf(row.id, (budget * 1_000) / Math.max(ecpmMicros, 1)),
      number: -1,
      openStamp: -1,
      open: false,
    };
  }

  private scheduleOf(row: AdSetRow, { startDate, endDate }: CampaignRow): Schedule {
    const { startMinute, endMinute, daysOfWeek } = row;
    return this.schedules.of(`${startDate} ${endDate} ${startMinute} ${endMinute} ${daysOfWeek}`, () => ({
      startDay: numberOfDay(startDate),
      endDay: endDate === null ? null : numberOfDay(endDate),
      ...{ startMinute, endMinute, weekdayMask: weekdayMaskOf(daysOfWeek) },
    }));
  }

  private reachOf(row: AdSetRow): Reach {
    return this.reaches.of(`${row.devices} ${row.locations} ${row.languages}`, () => reachOf(row));
  }

  /** One unit for each size that the ad set has active creatives of. */
  private unitsOf(adSet: ShownAdSet, worth: Pick<Unit, 'ecpmMicros' | 'hopeMicros'>, nowMs: number): Unit[] {
    const units: UnitInMaking[] = [];
    for (const { row } of this.creatives.assignedTo(adSet.id)) {
      const shown = shownOf(row);
      if (shown === null) continue;
      const learnedAtMs = (row.approvedAtMs ?? 0) + LEARNING_MS;
      const learning = learnedAtMs > nowMs;
      if (learning) this.changesAt(adSet.id, Math.min(this.timed.get(adSet.id) ?? learnedAtMs, learnedAtMs));
      const { widthPx, heightPx } = row;
      const known = units.find((unit) => unit.widthPx === widthPx && unit.heightPx === heightPx);
      const creative = {
        id: row.id,
        advertiserHost: this.hosts.text(shown.advertiserHost),
        json: jsonOf(adSet, row, shown.json),
      };
      if (known === undefined) {
        const { ecpmMicros, hopeMicros } = worth;
        units.push({ adSet, creatives: [creative], ecpmMicros, hopeMicros, widthPx, heightPx, learning });
      } else {
        known.creatives = [...known.creatives, creative];
        known.learning ||= learning;
      }
    }
    return units.slice();
  }
}

type UnitInMaking = { -readonly [Key in keyof Unit]: Unit[Key] };

/** All of an answer that does not depend on the widget or the decision. */
function jsonOf(adSet: ShownAdSet, row: CreativeRow, creativeJson: string): string {
  const cap = adSet.capPerDay > 0 ? `,"c":[${adSet.id},${adSet.capPerDay}]` : '';
  return inOnePiece(`,"w":${row.widthPx},"h":${row.heightPx}${creativeJson}${cap}`);
}

function reachOf(row: AdSetRow): Reach {
  const devices: number[] = row.devices.map((device) => DEVICE_CODES[device]);
  if (devices.length === 3) devices.push(DEVICE_CODES.unknown);
  return {
    devices,
    countries: row.locations.length === 0 ? ANYWHERE : codesOf(row.locations),
    languages: row.languages.length === 0 ? ANYWHERE : codesOf(row.languages),
  };
}

/** Each once: an ad set stands on a shelf in one place. */
function codesOf(texts: readonly string[]): number[] {
  return [...new Set(texts)].map(letterPair);
}
