import { AD_STYLES, CLOSE_TEXT_AT, closeText, markText } from '@placard/contract/wire/ad-styles';
import type { WidgetKindLetter } from '@placard/contract/wire/tag-protocol';
import type { Language } from '@placard/domain/language';
import { canWait, WIDGET_TYPES } from '@placard/domain/widget/rules';
import type { AdIndex, SizeSlot } from '../decide/ad-index.ts';
import { Blocks } from '../decide/blocks.ts';
import { adPageTexts } from '../texts/ad-page-texts.ts';
import { asciiJson, inOnePiece } from './ascii-json.ts';
import { Groups } from './groups.ts';
import type { AccountRow, BlockRow, WebsiteRow, WidgetRow } from './rows.ts';
import type { ShareBook, WidgetShare } from './share-book.ts';

/** A widget as a request meets it. */
export type WidgetView = {
  readonly id: number;
  /** Its own status, its website's and its publisher's all allow it. */
  readonly serving: boolean;
  readonly domain: string;
  readonly floorMicros: number;
  /** Place among WIDGET_TYPES. */
  readonly typeNumber: number;
  /** What its publisher has of a charge. */
  readonly share: WidgetShare;
  readonly blocks: Blocks | null;
  /** Its publisher wants no two ads of one category on a page. */
  readonly separateCategories: boolean;
  readonly video: boolean;
  /** Gets nothing while it is far below the window. */
  readonly waits: boolean;
  /** The largest first. */
  readonly slots: readonly SizeSlot[];
  readonly smallestWidthPx: number;
  readonly widestWidthPx: number;
  /** `","k":"b","m":[…]`, and for some kinds their styles: what follows the token in the answer to a reader of each language. */
  readonly jsonKind: Readonly<Record<Language, string>>;
  /** `,"n":"…"` or ''. */
  readonly jsonHeading: string;
};

const KIND_LETTERS: Readonly<Record<WidgetRow['type'], WidgetKindLetter>> = {
  banner: 'b',
  native: 'n',
  video: 'v',
  floating_sticky_ad: 'f',
};

/** Widgets by embed key, kept up to date one by one. */
export class WidgetDirectory {
  private readonly views = new Map<string, WidgetView>();
  private readonly byId = new Map<number, WidgetView>();
  private readonly widgets = new Map<number, WidgetRow>();
  private readonly ofWebsite = new Groups();
  private readonly websites = new Map<number, WebsiteRow>();
  private readonly ofPublisher = new Groups();
  private readonly publishers = new Map<number, boolean>();
  private readonly index: AdIndex;
  private readonly shares: ShareBook;

  constructor(index: AdIndex, shares: ShareBook) {
    this.index = index;
    this.shares = shares;
  }

  byKey(embedKey: string): WidgetView | undefined {
    return this.views.get(embedKey);
  }

  byWidgetId(id: number): WidgetView | undefined {
    return this.byId.get(id);
  }

  get count(): number {
    return this.views.size;
  }

  putAccounts(rows: readonly AccountRow[]): void {
    for (const { id, active } of rows) {
      const same = this.publishers.get(id) === active;
      this.publishers.set(id, active);
      if (!same) for (const websiteId of this.ofPublisher.of(id)) this.refresh(websiteId);
    }
  }

  putWebsites(rows: readonly WebsiteRow[]): void {
    for (const row of rows) {
      this.ofPublisher.move(row.id, this.websites.get(row.id)?.publisherId, row.publisherId);
      this.websites.set(row.id, row);
      this.refresh(row.id);
    }
  }

  putWidgets(rows: readonly WidgetRow[]): void {
    for (const row of rows) {
      this.ofWebsite.move(row.id, this.widgets.get(row.id)?.websiteId, row.websiteId);
      this.widgets.set(row.id, row);
      this.put(row);
    }
  }

  private refresh(websiteId: number): void {
    for (const id of this.ofWebsite.of(websiteId)) {
      const widget = this.widgets.get(id);
      if (widget !== undefined) this.put(widget);
    }
  }

  private put(widget: WidgetRow): void {
    const view = this.viewOf(widget);
    this.views.set(widget.embedKey, view);
    this.byId.set(widget.id, view);
  }

  private viewOf(widget: WidgetRow): WidgetView {
    const website = this.websites.get(widget.websiteId);
    const slots = widget.sizes
      .map(({ widthPx, heightPx }) => this.index.slot(widthPx, heightPx))
      .sort((a, b) => b.widthPx * b.heightPx - a.widthPx * a.heightPx);
    const widths = slots.map((slot) => slot.widthPx);
    const publisherActive = website !== undefined && this.publishers.get(website.publisherId) === true;
    return {
      id: widget.id,
      serving: widget.status === 'active' && website?.active === true && publisherActive,
      domain: website?.domain ?? '',
      floorMicros: widget.floorMicros ?? 0,
      typeNumber: WIDGET_TYPES.indexOf(widget.type),
      share: this.shares.of(website?.publisherId ?? 0, widget.websiteId),
      blocks: blocksOf([...(website?.blocks ?? []), ...widget.blocks]),
      separateCategories: website?.separateCategories === true,
      video: widget.type === 'video',
      waits: widget.lazy && canWait(widget.type),
      slots,
      smallestWidthPx: Math.min(...widths),
      widestWidthPx: Math.max(0, ...widths),
      jsonKind: JSON_KINDS[KIND_LETTERS[widget.type]],
      jsonHeading: widget.headingTitle ? inOnePiece(`,"n":${asciiJson(widget.headingTitle)}`) : '',
    };
  }
}

function jsonKindOf(letter: WidgetKindLetter, language: Language): string {
  const t = adPageTexts(language);
  const labels = [markText(t('mark')), t('report')];
  const styles = letter === 'f' ? AD_STYLES.f?.with(CLOSE_TEXT_AT, closeText(t('close'))) : AD_STYLES[letter];
  const rest = styles === undefined ? '' : `,"y":[${styles.map(asciiJson)}]`;
  return inOnePiece(`","k":"${letter}","m":[${labels.map(asciiJson)}]${rest}`);
}

function inEachLanguage(letter: WidgetKindLetter): Readonly<Record<Language, string>> {
  return { en: jsonKindOf(letter, 'en'), de: jsonKindOf(letter, 'de') };
}

const JSON_KINDS: Readonly<Record<WidgetKindLetter, Readonly<Record<Language, string>>>> = {
  b: inEachLanguage('b'),
  n: inEachLanguage('n'),
  v: inEachLanguage('v'),
  f: inEachLanguage('f'),
};

/** The website's lists and the widget's own, as one. */
function blocksOf(rows: readonly BlockRow[]): Blocks | null {
  if (rows.length === 0) return null;
  const valuesOf = (kind: BlockRow['kind']) =>
    rows.filter((block) => block.kind === kind).map((block) => block.value);
  return new Blocks({
    advertiserDomains: valuesOf('advertiser_domain').map((domain) => domain.toLowerCase()),
    creativeIds: valuesOf('creative').map(Number),
    categories: valuesOf('category'),
  });
}
