import { cutText } from '../cut-text.ts';
import { normalizeDomain } from '../website/rules.ts';

/** `<domain>, <account id>, DIRECT|RESELLER[, <certification authority id>]` of IAB ads.txt 1.1. */
export type AdsTxtRecord = {
  /** Counted from 1. */
  readonly line: number;
  /** ASCII, lower case. */
  readonly domain: string;
  /** As written: case matters. */
  readonly accountId: string;
  readonly relationship: 'DIRECT' | 'RESELLER';
  readonly authorityId: string | null;
};

export const ADS_TXT_FAULTS = [
  'not_a_record',
  'domain_invalid',
  'account_missing',
  'relationship_invalid',
  'variable_invalid',
  'line_too_long',
] as const;
export type AdsTxtFault = (typeof ADS_TXT_FAULTS)[number];

export type AdsTxtInvalidLine = { readonly line: number; readonly fault: AdsTxtFault; readonly text: string };

export type AdsTxtFile = {
  readonly records: readonly AdsTxtRecord[];
  /** Lines that are neither empty, a comment, a record nor a variable. The rest of the file still holds. */
  readonly invalid: readonly AdsTxtInvalidLine[];
  readonly contacts: readonly string[];
  /** Only to be heeded in the file of the root domain. */
  readonly subdomains: readonly string[];
  readonly ownerDomain: string | null;
  /** One for a country; `country` null holds everywhere else. */
  readonly managerDomains: readonly { readonly domain: string; readonly country: string | null }[];
  readonly inventoryPartnerDomains: readonly string[];
  /** Whether lines beyond `ADS_TXT_MAX_LINES` were left unread. */
  readonly cut: boolean;
};

export const ADS_TXT_MAX_LINES = 50_000;
export const ADS_TXT_MAX_LINE_LENGTH = 2_000;

type Draft = {
  records: AdsTxtRecord[];
  invalid: AdsTxtInvalidLine[];
  contacts: string[];
  subdomains: Set<string>;
  ownerDomain: string | null;
  managerDomains: { domain: string; country: string | null }[];
  inventoryPartnerDomains: Set<string>;
};

/** Lines of a file as ads.txt divides it: CR, LF and CRLF all end one. @param most lines, the first; all without it */
export function adsTxtLines(text: string, most?: number): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, most);
}

/** How many lines are read at a time. */
export const ADS_TXT_STEP_LINES = 1_000;

/** Reads an ads.txt. Never throws: a line that is none is named in `invalid`, and the others hold. */
export function parseAdsTxt(text: string): AdsTxtFile {
  const steps = adsTxtSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same a thousand lines at a time: whoever reads others' files can do something else between two steps. */
export function* adsTxtSteps(text: string): Generator<void, AdsTxtFile> {
  const draft: Draft = {
    records: [],
    invalid: [],
    contacts: [],
    subdomains: new Set(),
    ownerDomain: null,
    managerDomains: [],
    inventoryPartnerDomains: new Set(),
  };
  const lines = adsTxtLines(text, ADS_TXT_MAX_LINES + 1);
  for (const [index, raw] of lines.slice(0, ADS_TXT_MAX_LINES).entries()) {
    if (index > 0 && index % ADS_TXT_STEP_LINES === 0) yield;
    const fault = raw.length > ADS_TXT_MAX_LINE_LENGTH ? 'line_too_long' : readLine(draft, raw, index + 1);
    if (fault !== null) draft.invalid.push({ line: index + 1, fault, text: cutText(raw.trim(), 200) });
  }
  return {
    ...draft,
    subdomains: [...draft.subdomains],
    inventoryPartnerDomains: [...draft.inventoryPartnerDomains],
    cut: lines.length > ADS_TXT_MAX_LINES,
  };
}

function readLine(draft: Draft, raw: string, line: number): AdsTxtFault | null {
  // A comment begins anywhere; what follows a semicolon is somebody's extension.
  const content = (raw.split(/[#;]/, 1)[0] ?? '').trim();
  if (content === '') return null;
  // No record begins so: a domain has a dot, and a comma comes before any sign of equality.
  const variable = /^([a-z_]+)\s*=(.*)$/i.exec(content);
  if (variable !== null) return readVariable(draft, variable[1] ?? '', (variable[2] ?? '').trim());
  return readRecord(draft, content, line);
}

function readRecord(draft: Draft, content: string, line: number): AdsTxtFault | null {
  const fields = content.split(',').map((field) => field.trim());
  if (fields.length < 3) return 'not_a_record';
  const [first = '', accountId = '', third = '', authorityId = ''] = fields;
  const domain = domainOf(first);
  if (domain === null) return 'domain_invalid';
  if (accountId === '') return 'account_missing';
  const relationship = third.toUpperCase();
  if (relationship !== 'DIRECT' && relationship !== 'RESELLER') return 'relationship_invalid';
  draft.records.push({
    line,
    domain,
    accountId,
    relationship,
    authorityId: authorityId === '' ? null : authorityId,
  });
  return null;
}

function readVariable(draft: Draft, name: string, value: string): AdsTxtFault | null {
  switch (name.toUpperCase()) {
    case 'CONTACT':
      if (value === '') return 'variable_invalid';
      draft.contacts.push(value);
      return null;
    case 'SUBDOMAIN':
      return addDomain(draft.subdomains, value);
    case 'INVENTORYPARTNERDOMAIN':
      return addDomain(draft.inventoryPartnerDomains, value);
    case 'OWNERDOMAIN': {
      const domain = domainOf(value);
      if (domain === null) return 'variable_invalid';
      // Only the first one holds.
      draft.ownerDomain ??= domain;
      return null;
    }
    case 'MANAGERDOMAIN':
      return readManager(draft, value);
    default:
      // Variables to come: not ours to judge.
      return null;
  }
}

function addDomain(domains: Set<string>, value: string): AdsTxtFault | null {
  const domain = domainOf(value);
  if (domain === null) return 'variable_invalid';
  domains.add(domain);
  return null;
}

function readManager(draft: Draft, value: string): AdsTxtFault | null {
  const [name = '', code = '', ...rest] = value.split(',').map((part) => part.trim());
  const domain = domainOf(name);
  const country = code === '' ? null : code.toUpperCase();
  if (domain === null || rest.length > 0) return 'variable_invalid';
  if (country !== null && !/^[A-Z]{2}$/.test(country)) return 'variable_invalid';
  // One manager a country: the first.
  if (!draft.managerDomains.some((one) => one.country === country)) {
    draft.managerDomains.push({ domain, country });
  }
  return null;
}

/** Names of nearly every file, told at a glance: the general way costs a URL for each, and files can be long. */
const PLAIN_DOMAIN = /^(?!xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,63}$/;

function domainOf(text: string): string | null {
  const lower = text.toLowerCase();
  return lower.length <= 253 && !lower.includes('.xn--') && PLAIN_DOMAIN.test(lower)
    ? lower
    : normalizeDomain(text);
}
