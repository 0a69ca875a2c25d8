import { MAX_SHOWN_PLACES, readShownPlace } from '@placard/contract/wire/shown-place';
import { FAR_MARK, MAX_WIDGETS_PER_CALL } from '@placard/contract/wire/tag-protocol';
import type { RequestIssue } from './answers.ts';

/** Longer URLs are refused before anything is read from them. */
export const MAX_URL_LENGTH = 4_096;
const MAX_CAPPED = 100;
const LONGEST_KEY = 64;
const WIDEST_PX = 100_000;
/** Of a part that is no widget: no widget has it. */
const NO_KEY = '';
/** Pages around a page; no website nests its ads deeper. */
export const MAX_ANCESTORS = 20;

/** What a page asks; the object and its lists are reused. */
export type AdsQuery = {
  count: number;
  /** '' where what was asked for is no widget: it is answered as one that nobody knows. */
  readonly keys: string[];
  /** Widths of the containers in CSS px; 0 = unknown. */
  readonly widths: number[];
  /** Those far below the window. */
  readonly far: boolean[];
  /** As given; '' if none. */
  language: string;
  readonly cappedAdSetIds: number[];
  /** Origins of the pages around the one that asks, as given: `null` for one that hides its own. */
  readonly ancestorOrigins: string[];
  /** What the page shows already: ad set and creative of each place. */
  readonly shownAdSetIds: number[];
  readonly shownCreativeIds: number[];
};

export function newAdsQuery(): AdsQuery {
  return {
    count: 0,
    keys: [],
    widths: [],
    far: [],
    language: '',
    cappedAdSetIds: [],
    ancestorOrigins: [],
    shownAdSetIds: [],
    shownCreativeIds: [],
  };
}

/**
 * Reads `w=KEY.WIDTH[~],…&l=LANG&x=ID,…&o=ORIGIN,…&p=PLACE,…` into `query`, by hand: the URL class alone would take longer than the decision.
 * @returns what is wrong, `null` if nothing. Parameters that are not ours are passed over.
 */
export function readAdsQuery(url: string, query: AdsQuery): RequestIssue | null {
  query.count = 0;
  query.language = '';
  query.cappedAdSetIds.length = 0;
  query.ancestorOrigins.length = 0;
  query.shownAdSetIds.length = 0;
  query.shownCreativeIds.length = 0;
  const begin = url.indexOf('?') + 1;
  if (begin === 0) return { path: 'w', message: 'names at least one widget as KEY.WIDTH' };
  let at = begin;
  while (at < url.length) {
    let end = url.indexOf('&', at);
    if (end === -1) end = url.length;
    if (url.charCodeAt(at + 1) === 61) {
      const issue = readParameter(url, at, end, query);
      if (issue !== null) return issue;
    }
    at = end + 1;
  }
  return query.count === 0 ? { path: 'w', message: 'names at least one widget as KEY.WIDTH' } : null;
}

function readParameter(url: string, at: number, end: number, query: AdsQuery): RequestIssue | null {
  const letter = url.charCodeAt(at);
  const isOurs = letter === 119 || letter === 108 || letter === 120 || letter === 111 || letter === 112;
  if (!isOurs) return null;
  let text = url.slice(at + 2, end);
  if (text.includes('%')) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return { path: String.fromCharCode(letter), message: 'is not valid percent-encoding' };
    }
  }
  if (letter === 119) return readWidgets(text, query);
  if (letter === 120) return readCapped(text, query);
  if (letter === 111) return readAncestors(text, query);
  if (letter === 112) return readShown(text, query);
  query.language = text.slice(0, 16);
  return null;
}

/**
 * What is no KEY.WIDTH has its place all the same, as a key that nobody has: the page's other widgets get their ads. The tag writes a
 * width behind whatever a page calls a key, so a comma before the dot is part of the key: as two widgets it would give those
 * behind it the ads of others.
 */
function readWidgets(text: string, query: AdsQuery): RequestIssue | null {
  if (text === '') return null;
  let at = 0;
  while (at <= text.length) {
    const dot = text.indexOf('.', at);
    let end = dot === -1 ? -1 : text.indexOf(',', dot);
    if (end === -1) end = text.length;
    if (query.count === MAX_WIDGETS_PER_CALL) {
      return { path: 'w', message: `names at most ${MAX_WIDGETS_PER_CALL} widgets` };
    }
    const far = text[end - 1] === FAR_MARK;
    const width = wholeNumber(text, dot + 1, far ? end - 1 : end);
    const wellFormed = dot > at && dot - at <= LONGEST_KEY && width >= 0 && width <= WIDEST_PX;
    query.keys[query.count] = wellFormed ? text.slice(at, dot) : NO_KEY;
    query.widths[query.count] = wellFormed ? width : 0;
    query.far[query.count] = wellFormed && far;
    query.count += 1;
    at = end + 1;
  }
  return null;
}

function readCapped(text: string, query: AdsQuery): RequestIssue | null {
  if (text === '') return null;
  let at = 0;
  while (at <= text.length) {
    let end = text.indexOf(',', at);
    if (end === -1) end = text.length;
    const id = wholeNumber(text, at, end);
    if (id < 0) return { path: 'x', message: 'lists ad set ids, separated by commas' };
    // A browser that has reached more caps than this drops the rest: they may be shown once more.
    if (query.cappedAdSetIds.length < MAX_CAPPED) query.cappedAdSetIds.push(id);
    at = end + 1;
  }
  return null;
}

/** More than a website nests is refused: what is cut off could be the page that matters. */
function readAncestors(text: string, query: AdsQuery): RequestIssue | null {
  if (text === '') return null;
  for (const origin of text.split(',', MAX_ANCESTORS + 1)) query.ancestorOrigins.push(origin);
  if (query.ancestorOrigins.length <= MAX_ANCESTORS) return null;
  return { path: 'o', message: `names at most ${MAX_ANCESTORS} origins` };
}

function readShown(text: string, query: AdsQuery): RequestIssue | null {
  if (text === '') return null;
  for (const part of text.split(',', MAX_SHOWN_PLACES)) {
    const place = readShownPlace(part);
    if (place === null) return { path: 'p', message: 'lists parts of tokens, separated by commas' };
    query.shownAdSetIds.push(place.adSetId);
    query.shownCreativeIds.push(place.creativeId);
  }
  return null;
}

/** @returns -1 where the characters are no digits, or more than 10. */
function wholeNumber(text: string, from: number, to: number): number {
  if (to <= from || to - from > 10) return -1;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * The viewer's language as two lower-case letters: what the page says, else the first of Accept-Language.
 * '' where neither names one.
 */
export function languageOf(given: string, acceptLanguage: string): string {
  const text = given !== '' ? given : acceptLanguage;
  if (text.length < 2) return '';
  const first = text.charCodeAt(0) | 32;
  const second = text.charCodeAt(1) | 32;
  const third = text.length === 2 ? 45 : text.charCodeAt(2);
  const letters = first >= 97 && first <= 122 && second >= 97 && second <= 122;
  // 'en', 'en-GB', 'en_GB', 'en,de;q=0.5', 'en;q=0.8': what follows must end the primary tag.
  const ends = third === 45 || third === 95 || third === 44 || third === 59 || third === 32;
  return letters && ends ? String.fromCharCode(first, second) : '';
}
