import type { KeyScope } from '@placard/domain/account/api-key';
import type { ExportScope, ExportStatus } from '@placard/domain/account/data-export';
import type { SignUpMode } from '@placard/domain/account/sign-up';
import type { StepUpRequirement } from '@placard/domain/account/step-up';
import type { TotpRequirement } from '@placard/domain/account/two-factor';
import type { TaxRate } from '@placard/domain/billing/tax';
import type { Language } from '@placard/domain/language';
import type { AccountRole, MemberRole } from '@placard/domain/roles';
import type { SigningKeyRenewal } from '@placard/domain/signing-key-renewal';
import type { UserStatus } from '@placard/domain/user/status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type AppUserTable = {
  id: GeneratedAlways<number>;
  email: string;
  password_hash: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: string | null;
  status: Generated<UserStatus>;
  language: Language | null;
  totp_secret_sealed: Buffer | null;
  totp_pending_sealed: Buffer | null;
  totp_last_step: bigint | null;
  created_at: Timestamp;
  last_login_at: Date | null;
  version: Generated<number>;
  /** For which account somebody acts who names none. */
  home_account_id: number | null;
  /** When an operator last tried a mail of the catalogue. */
  mail_tested_at: Date | null;
};

/** What owns campaigns, websites, a wallet and earnings. Members act for it. */
export type AccountTable = {
  id: GeneratedAlways<number>;
  company: string | null;
  status: Generated<UserStatus>;
  /** Calendar days of its campaigns and reports are days of this zone, an IANA name. */
  time_zone: Generated<string>;
  created_at: Timestamp;
  version: Generated<number>;
  /** Since when its changes go live before anybody judges them, null where they wait for review. */
  trusted_at: Date | null;
};

export type AccountRoleTable = { account_id: number; role: AccountRole; granted_at: Timestamp };

/** Who acts for an account; it has exactly one owner. */
export type AccountMemberTable = {
  account_id: number;
  user_id: number;
  role: MemberRole;
  joined_at: Timestamp;
};

/** Whom an owner asked to act for an account, and who has not come yet. */
export type AccountInvitationTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  email: string;
  role: Exclude<MemberRole, 'owner'>;
  token_sha256: Buffer;
  invited_by: number;
  created_at: Timestamp;
  expires_at: Date;
};

/** Somebody who asked for an account and has none yet. */
export type SignUpRequestTable = {
  id: GeneratedAlways<number>;
  email: string;
  roles: AccountRole[];
  company: string | null;
  terms_url: Generated<string>;
  token_sha256: Buffer | null;
  created_at: Timestamp;
  expires_at: Date;
  confirmed_at: Date | null;
  first_name: string | null;
  last_name: string | null;
  password_hash: string | null;
};

/** A view: an account as others see it, with its owner as whom to write to. */
export type AccountCardView = {
  id: number;
  company: string | null;
  status: UserStatus;
  time_zone: string;
  created_at: Date;
  owner_user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  language: Language | null;
  last_login_at: Date | null;
};

/** Who runs the network: a person, never an account. */
export type UserRoleTable = { user_id: number; role: 'operator'; granted_at: Timestamp };

/** Who had the means to act as whom. */
export type AccountTieTable = {
  user_id: number;
  by_user_id: number;
  kind: 'invite' | 'roles' | 'reset' | 'totp_reset';
  at: Timestamp;
};

export type SessionTable = {
  id: GeneratedAlways<number>;
  token_sha256: Buffer;
  user_id: number;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Date;
  user_agent: Generated<string>;
  /** When whoever has it last showed who they are. */
  proved_at: Date | null;
};

/** Lets a program act for an account as the member who made it; goes with the membership. */
export type ApiKeyTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  user_id: number;
  name: string;
  hint: string;
  token_sha256: Buffer;
  scopes: KeyScope[];
  created_at: Timestamp;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
};

export type PasskeyTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type PasskeyAnswerTable = { challenge_sha256: Buffer; expires_at: Date };

export type SignInLinkTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  issuer: string;
  subject: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type SignInAnswerTable = { state_sha256: Buffer; expires_at: Date };

export type RecoveryCodeTable = {
  user_id: number;
  code_sha256: Buffer;
  created_at: Timestamp;
  used_at: Date | null;
};

export type UserLinkTable = {
  id: GeneratedAlways<number>;
  kind: 'invite' | 'reset' | 'verify' | 'bootstrap';
  token_sha256: Buffer;
  user_id: number | null;
  created_at: Timestamp;
  expires_at: Date;
  used_at: Date | null;
  new_email: string | null;
};

/** How an account is named on documents. */
export type BillingDetailsTable = {
  account_id: number;
  name: string;
  address: string;
  country: string;
  vat_number: string | null;
  registration_number: string | null;
  /** Null while it has not said. */
  is_business: boolean | null;
  version: Generated<number>;
};

/** How an account was closed: so it can be opened again as it was. */
export type AccountClosingTable = {
  account_id: number;
  closed_at: Date;
  closed_by: 'owner' | 'operator';
  closed_by_user_id: number;
  reason: Generated<string>;
  given_up_micros: bigint;
  status_before: UserStatus;
  /** Who acts for no other account, and how they stood. */
  persons: Json<ClosedPersons>;
  erased_at: Date | null;
};

/** An archive of somebody's data, or that they wait for one. */
export type DataExportTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  user_id: number;
  /** Who asked for it in the person's stead. */
  operator_id: number | null;
  scope: ExportScope;
  status: Generated<ExportStatus>;
  asked_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  size_bytes: bigint | null;
  link_sha256: Buffer | null;
  link_expires_at: Date | null;
};

export type DataExportPartTable = { export_id: number; part: number; content: Buffer };

type ClosedPersons = readonly { readonly id: number; readonly status: UserStatus }[];
type TaxRates = TaxRate[];

export type NetworkSettingsTable = {
  only_row: Generated<boolean>;
  network_name: Generated<string>;
  currency: Generated<string>;
  time_zone: Generated<string>;
  publisher_share_bp: Generated<number>;
  cpm_micros: Generated<bigint>;
  cpc_micros: Generated<bigint>;
  min_payout_micros: Generated<bigint>;
  low_balance_micros: Generated<bigint>;
  min_deposit_micros: Generated<bigint>;
  bank_transfer_details: Generated<string>;
  seller_name: Generated<string>;
  seller_address: Generated<string>;
  seller_country: Generated<string>;
  seller_registration: Generated<string>;
  seller_vat_number: Generated<string>;
  tax_rates: Json<TaxRates>;
  /** Nobody reads it, as accounts are invited. An upgrade drops nothing. */
  signup_enabled: Generated<boolean>;
  sign_up: Generated<SignUpMode>;
  terms_url: Generated<string>;
  totp_required: Generated<TotpRequirement>;
  step_up: Generated<StepUpRequirement>;
  signing_key_renewal: Generated<SigningKeyRenewal>;
  demo: Generated<boolean>;
  version: Generated<number>;
  review_sample_bp: Generated<number>;
  rejection_templates: Json<Record<string, string>>;
};

export type SigningKeyTable = {
  id: number;
  secret: Buffer | null;
  created_at: Timestamp;
  secret_sealed: Buffer | null;
  /** From the start where it is null. */
  signs_from: Date | null;
};

export type SignInPlaceTable = { user_id: number; place_hash: Buffer; first_at: Date; last_at: Date };

export type ViewerSaltTable = { day: string; salt_sealed: Buffer };

export type AuditLogTable = {
  id: GeneratedAlways<bigint>;
  at: Timestamp;
  actor_user_id: number | null;
  actor_kind: 'advertiser' | 'publisher' | 'operator' | 'system' | 'visitor';
  action: string;
  subject_kind: string;
  subject_id: number | null;
  detail: Json;
  ip: string | null;
  user_agent: string | null;
  /** For whom it was done. Null for what is about a person or the network, and before there were accounts. */
  actor_account_id: number | null;
  /** The key by which a program did it. */
  api_key_id: number | null;
};

export type IdempotencyKeyTable = {
  user_id: number;
  account_id: number;
  operation: string;
  key: string;
  input_sha256: Buffer;
  answer: Json;
  created_at: Timestamp;
};
