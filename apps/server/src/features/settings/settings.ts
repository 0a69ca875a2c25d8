import { REJECTION_CODES } from '@placard/contract/reviews';
import type { networkSettings } from '@placard/contract/settings';
import type { Db } from '@placard/db/database';
import type { NetworkSettingsTable } from '@placard/db/schema/accounts';
import { isKeptTimeZone } from '@placard/domain/account/kept-time-zone';
import { basisPointsOf, percentOf } from '@placard/domain/basis-points';
import { isCurrency } from '@placard/domain/billing/minor-units';
import { addressLines, missingOfSeller } from '@placard/domain/billing/party';
import { cutText } from '@placard/domain/cut-text';
import { dollarsFromMicros, type Micros, microsFromDollars } from '@placard/domain/micros';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { checkedVatNumber } from '../parties/vat-number.ts';
import { sharesText } from '../share-rates/tell-of-share.ts';
import { tellOperators } from '../users/tell-operators.ts';

type Fields = z.output<typeof networkSettings>;
export type Settings = Fields & { version: number };

function settingsView(row: Selectable<NetworkSettingsTable>): Settings {
  return {
    networkName: row.network_name,
    currency: row.currency,
    timeZone: row.time_zone,
    publisherSharePercent: percentOf(row.publisher_share_bp),
    cpm: dollarsFromMicros(row.cpm_micros),
    cpc: dollarsFromMicros(row.cpc_micros),
    minPayout: dollarsFromMicros(row.min_payout_micros),
    lowBalance: dollarsFromMicros(row.low_balance_micros),
    minDeposit: dollarsFromMicros(row.min_deposit_micros),
    bankTransferDetails: row.bank_transfer_details,
    sellerName: row.seller_name,
    sellerAddress: row.seller_address,
    sellerCountry: row.seller_country,
    sellerRegistration: row.seller_registration,
    sellerVatNumber: row.seller_vat_number,
    taxRates: row.tax_rates.map(({ country, rateBp }) => ({
      country,
      percent: percentOf(rateBp),
    })),
    signUp: row.sign_up,
    termsUrl: row.terms_url,
    totpRequired: row.totp_required,
    stepUp: row.step_up,
    signingKeyRenewal: row.signing_key_renewal,
    reviewSamplePercent: percentOf(row.review_sample_bp),
    rejectionTemplates: templatesOf(row.rejection_templates),
    version: row.version,
  };
}

/** One for every reason there is, also for those that came after it was saved. */
function templatesOf(saved: Readonly<Record<string, string>>): Fields['rejectionTemplates'] {
  const entries = REJECTION_CODES.map((code) => [code, saved[code] ?? ''] as const);
  return Object.fromEntries(entries) as Fields['rejectionTemplates'];
}

/** The schema has checked that it can be converted. */
function micros(dollars: number): Micros {
  const amount = microsFromDollars(dollars);
  if (amount === null) throw new RangeError(`${dollars} is no amount of money`);
  return amount;
}

/** What an operator sets: every column but these. */
type SettingsRow = Omit<
  Selectable<NetworkSettingsTable>,
  'only_row' | 'signup_enabled' | 'demo' | 'version' | 'tax_rates' | 'rejection_templates'
> & { tax_rates: string; rejection_templates: string };

function settingsRow(fields: Fields): SettingsRow {
  return {
    network_name: fields.networkName,
    currency: fields.currency,
    time_zone: fields.timeZone,
    publisher_share_bp: basisPointsOf(fields.publisherSharePercent),
    cpm_micros: micros(fields.cpm),
    cpc_micros: micros(fields.cpc),
    min_payout_micros: micros(fields.minPayout),
    low_balance_micros: micros(fields.lowBalance),
    min_deposit_micros: micros(fields.minDeposit),
    bank_transfer_details: fields.bankTransferDetails,
    seller_name: fields.sellerName,
    seller_address: addressLines(fields.sellerAddress).join('\n'),
    seller_country: fields.sellerCountry,
    seller_registration: fields.sellerRegistration,
    seller_vat_number: fields.sellerVatNumber,
    tax_rates: JSON.stringify(
      fields.taxRates.map(({ country, percent }) => ({
        country,
        rateBp: basisPointsOf(percent),
      })),
    ),
    sign_up: fields.signUp,
    terms_url: fields.termsUrl,
    totp_required: fields.totpRequired,
    step_up: fields.stepUp,
    signing_key_renewal: fields.signingKeyRenewal,
    review_sample_bp: basisPointsOf(fields.reviewSamplePercent),
    rejection_templates: JSON.stringify(fields.rejectionTemplates),
  };
}

export async function readSettings({ db }: { readonly db: Db }): Promise<Settings> {
  return settingsView(await db.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow());
}

/**
 * Changes rate card and settings. Prices decided before are in their tokens and stay.
 * @throws AppError `invalid_input`, `conflict_version`; `conflict_status` for another currency once money was booked:
 * the ledger's amounts would change their meaning.
 */
export async function updateSettings(
  deps: HasDb & HasClock,
  actor: Actor,
  input: Fields & { readonly version: number },
): Promise<Settings> {
  if (!isKeptTimeZone(input.timeZone)) throw invalidInput(issueAt('timeZone', 'time_zone_unknown'));
  const { version, ...given } = input;
  const fields = { ...given, sellerVatNumber: sellerVatNumberOf(given) };
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const before = await trx.selectFrom('network_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (before.version !== version) throw new AppError('conflict_version');
    if (before.currency !== fields.currency) {
      if (!isCurrency(fields.currency)) throw invalidInput(issueAt('currency', 'currency_unknown'));
      if (await moneyWasBooked(trx)) throw new AppError('conflict_status', { reason: 'currency_fixed' });
    }
    const after = await trx
      .updateTable('network_settings')
      .set({ ...settingsRow(fields), version: version + 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { version: _before, ...beforeFields } = settingsView(before);
    const { version: _after, ...afterFields } = settingsView(after);
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'settings.update',
      subjectKind: 'settings',
      subjectId: null,
      detail: changesOf(beforeFields, afterFields),
      at,
    });
    if (before.publisher_share_bp < after.publisher_share_bp) {
      const shares = sharesText(before.publisher_share_bp, after.publisher_share_bp);
      const about = `${after.network_name}, ${shares}`;
      await tellOperators(trx, actor, { change: 'publisher_share', about, at });
    }
    if (before.bank_transfer_details !== after.bank_transfer_details) {
      const about = firstLine(after.bank_transfer_details);
      await tellOperators(trx, actor, { change: 'deposit_account', about, at });
    }
    return settingsView(after);
  });
}

const FIRST_LINE_LENGTH = 100;

/** By which others know the account that advertisers shall pay to. */
function firstLine(details: string): string {
  const [line] = details.trim().split(/\r?\n/);
  return line ? cutText(line, FIRST_LINE_LENGTH) : '–';
}

/** @throws AppError `invalid_input` where documents could not name the seller whole, or by a number that is none. */
function sellerVatNumberOf(fields: Fields): string {
  const missing = missingOfSeller(fields).map((field) => issueAt(field, 'seller_required'));
  if (missing.length > 0) throw invalidInput(...missing);
  const number = checkedVatNumber(fields.sellerCountry, fields.sellerVatNumber);
  if (number === 'invalid') throw invalidInput(issueAt('sellerVatNumber', 'vat_number_invalid'));
  return number ?? '';
}

async function moneyWasBooked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ booked: boolean }>`
    select exists (select from ledger_transaction) as booked`.execute(db);
  return rows[0]?.booked === true;
}
