// Written by `npm run client` from the contract: change that.
import type { GroupOf } from './group-of.ts';
import { get, post, postOnce, put, remove } from './operation.ts';
export {
  corrections,
  health,
  minimumBids,
  moderation,
  monthClose,
  networkWebhooks,
  operator,
  payouts,
  reconciliation,
  recordNotes,
  trafficRules,
} from './operator-operations.ts';

export const auth: GroupOf<'auth'> = {
  login: /* @__PURE__ */ post('/auth/login'),
  logout: /* @__PURE__ */ post('/auth/logout'),
  profile: /* @__PURE__ */ get('/auth/profile'),
  updateProfile: /* @__PURE__ */ put('/auth/profile'),
  changePassword: /* @__PURE__ */ put('/auth/password'),
  sessions: /* @__PURE__ */ get('/auth/sessions'),
  revokeSession: /* @__PURE__ */ remove('/auth/sessions/{id}'),
  config: /* @__PURE__ */ get('/auth/config'),
  link: /* @__PURE__ */ get('/auth/links/{token}'),
  acceptLink: /* @__PURE__ */ post('/auth/links/accept'),
  beginTotp: /* @__PURE__ */ post('/auth/totp'),
  confirmTotp: /* @__PURE__ */ post('/auth/totp/confirm'),
  stepUp: /* @__PURE__ */ post('/auth/step-up'),
  renewRecoveryCodes: /* @__PURE__ */ post('/auth/totp/recovery-codes'),
  endTotp: /* @__PURE__ */ post('/auth/totp/off'),
  confirmEmail: /* @__PURE__ */ post('/auth/confirm-email'),
  forgotPassword: /* @__PURE__ */ post('/auth/forgot-password'),
  resetPassword: /* @__PURE__ */ post('/auth/reset-password'),
};

export const signUp: GroupOf<'signUp'> = {
  signUp: /* @__PURE__ */ post('/auth/sign-up'),
  signUpLink: /* @__PURE__ */ get('/auth/sign-up/{token}'),
  confirmSignUp: /* @__PURE__ */ post('/auth/sign-up/confirm'),
};

export const accounts: GroupOf<'accounts'> = {
  list: /* @__PURE__ */ get('/accounts'),
  setHome: /* @__PURE__ */ put('/accounts/home'),
  team: /* @__PURE__ */ get('/account/team'),
  invite: /* @__PURE__ */ post('/account/invitations'),
  revokeInvitation: /* @__PURE__ */ remove('/account/invitations/{id}'),
  setMemberRole: /* @__PURE__ */ put('/account/members/{userId}'),
  removeMember: /* @__PURE__ */ remove('/account/members/{userId}'),
  leave: /* @__PURE__ */ post('/account/leave'),
  handOver: /* @__PURE__ */ post('/account/owner'),
  invitation: /* @__PURE__ */ get('/invitations/{token}'),
  join: /* @__PURE__ */ post('/invitations/join'),
  joinAsNewUser: /* @__PURE__ */ post('/invitations/accept'),
};

export const apiKeys: GroupOf<'apiKeys'> = {
  list: /* @__PURE__ */ get('/api-keys'),
  create: /* @__PURE__ */ post('/api-keys'),
  revoke: /* @__PURE__ */ remove('/api-keys/{id}'),
};

export const passkeys: GroupOf<'passkeys'> = {
  list: /* @__PURE__ */ get('/auth/passkeys'),
  begin: /* @__PURE__ */ post('/auth/passkeys/begin'),
  add: /* @__PURE__ */ post('/auth/passkeys'),
  remove: /* @__PURE__ */ post('/auth/passkeys/{id}/remove'),
  beginSignIn: /* @__PURE__ */ post('/auth/passkeys/sign-in/begin'),
  signIn: /* @__PURE__ */ post('/auth/passkeys/sign-in'),
  beginStepUp: /* @__PURE__ */ post('/auth/passkeys/step-up/begin'),
  stepUp: /* @__PURE__ */ post('/auth/passkeys/step-up'),
};

export const singleSignOn: GroupOf<'singleSignOn'> = {
  begin: /* @__PURE__ */ post('/auth/single-sign-on/begin'),
  signIn: /* @__PURE__ */ post('/auth/single-sign-on'),
  finish: /* @__PURE__ */ post('/auth/single-sign-on/finish'),
  links: /* @__PURE__ */ get('/auth/single-sign-on/links'),
  unlink: /* @__PURE__ */ post('/auth/single-sign-on/links/{id}/remove'),
};

export const looks: GroupOf<'looks'> = {
  begin: /* @__PURE__ */ post('/operator/accounts/{id}/looks'),
  end: /* @__PURE__ */ post('/operator/looks/end'),
  list: /* @__PURE__ */ get('/account/looks'),
};

export const closing: GroupOf<'closing'> = {
  preview: /* @__PURE__ */ get('/account/closing'),
  close: /* @__PURE__ */ post('/account/closing'),
  previewAccount: /* @__PURE__ */ get('/operator/accounts/{id}/closing'),
  closeAccount: /* @__PURE__ */ post('/operator/accounts/{id}/close'),
  reopenAccount: /* @__PURE__ */ post('/operator/accounts/{id}/reopen'),
};

export const dataExports: GroupOf<'dataExports'> = {
  read: /* @__PURE__ */ get('/account/export'),
  ask: /* @__PURE__ */ post('/account/export'),
  link: /* @__PURE__ */ post('/account/export/{id}/link'),
  listFor: /* @__PURE__ */ get('/operator/accounts/{id}/exports'),
  askFor: /* @__PURE__ */ post('/operator/accounts/{id}/exports'),
  linkFor: /* @__PURE__ */ post('/operator/exports/{id}/link'),
};

export const campaigns: GroupOf<'campaigns'> = {
  list: /* @__PURE__ */ get('/advertiser/campaigns'),
  canCreate: /* @__PURE__ */ get('/advertiser/campaigns/can-create'),
  get: /* @__PURE__ */ get('/advertiser/campaigns/{id}'),
  create: /* @__PURE__ */ postOnce('/advertiser/campaigns'),
  update: /* @__PURE__ */ put('/advertiser/campaigns/{id}'),
  updateNameAndBudgets: /* @__PURE__ */ put('/advertiser/campaigns/{id}/name-and-budgets'),
  act: /* @__PURE__ */ post('/advertiser/campaigns/{id}/actions'),
  duplicate: /* @__PURE__ */ postOnce('/advertiser/campaigns/{id}/duplicate'),
  getDraft: /* @__PURE__ */ get('/advertiser/campaign-draft'),
  saveDraft: /* @__PURE__ */ put('/advertiser/campaign-draft'),
  discardDraft: /* @__PURE__ */ remove('/advertiser/campaign-draft'),
  createAdSet: /* @__PURE__ */ postOnce('/advertiser/campaigns/{campaignId}/ad-sets'),
  updateAdSet: /* @__PURE__ */ put('/advertiser/ad-sets/{id}'),
  duplicateAdSet: /* @__PURE__ */ postOnce('/advertiser/ad-sets/{id}/duplicate'),
  archiveAdSet: /* @__PURE__ */ post('/advertiser/ad-sets/{id}/archive'),
  adSetChoices: /* @__PURE__ */ get('/advertiser/ad-sets'),
  bulkFile: /* @__PURE__ */ get('/advertiser/campaigns/bulk'),
  checkBulk: /* @__PURE__ */ post('/advertiser/campaigns/bulk/check'),
  applyBulk: /* @__PURE__ */ postOnce('/advertiser/campaigns/bulk'),
  activity: /* @__PURE__ */ get('/advertiser/campaigns/{id}/activity'),
  figures: /* @__PURE__ */ get('/advertiser/campaigns/figures'),
  estimateReach: /* @__PURE__ */ post('/advertiser/reach-estimate'),
};

export const creatives: GroupOf<'creatives'> = {
  list: /* @__PURE__ */ get('/advertiser/creatives'),
  get: /* @__PURE__ */ get('/advertiser/creatives/{id}'),
  create: /* @__PURE__ */ postOnce('/advertiser/creatives'),
  updateBasicInfo: /* @__PURE__ */ put('/advertiser/creatives/{id}/basic-info'),
  updateContent: /* @__PURE__ */ put('/advertiser/creatives/{id}/content'),
  updateAssignment: /* @__PURE__ */ put('/advertiser/creatives/{id}/ad-sets'),
  act: /* @__PURE__ */ post('/advertiser/creatives/{id}/actions'),
  duplicate: /* @__PURE__ */ postOnce('/advertiser/creatives/{id}/duplicate'),
  assign: /* @__PURE__ */ post('/advertiser/creatives/{id}/ad-sets/{adSetId}'),
  removeFromAdSet: /* @__PURE__ */ remove('/advertiser/creatives/{id}/ad-sets/{adSetId}'),
  uploadImage: /* @__PURE__ */ post('/advertiser/images'),
};

export const appeals: GroupOf<'appeals'> = {
  appealCreative: /* @__PURE__ */ postOnce('/advertiser/creatives/{id}/appeals'),
  appealWebsite: /* @__PURE__ */ postOnce('/publisher/websites/{id}/appeals'),
  grant: /* @__PURE__ */ post('/operator/reviews/appeals/{id}/grant'),
  uphold: /* @__PURE__ */ post('/operator/reviews/appeals/{id}/uphold'),
};

export const diagnosis: GroupOf<'diagnosis'> = {
  campaign: /* @__PURE__ */ get('/advertiser/campaigns/{id}/diagnosis'),
  pacing: /* @__PURE__ */ get('/advertiser/campaigns/{id}/pacing'),
};

export const billing: GroupOf<'billing'> = {
  balance: /* @__PURE__ */ get('/advertiser/wallet/balance'),
  summary: /* @__PURE__ */ get('/advertiser/billing'),
  transactions: /* @__PURE__ */ get('/advertiser/wallet/transactions'),
  invoices: /* @__PURE__ */ get('/advertiser/invoices'),
  requestDeposit: /* @__PURE__ */ postOnce('/advertiser/deposits'),
  payDeposit: /* @__PURE__ */ post('/advertiser/deposits/{id}/pay'),
  checkDeposit: /* @__PURE__ */ post('/advertiser/deposits/{id}/check'),
  cancelDeposit: /* @__PURE__ */ post('/advertiser/deposits/{id}/cancel'),
  invoicePdf: /* @__PURE__ */ get('/advertiser/invoices/{number}/pdf'),
};

export const billingDetails: GroupOf<'billingDetails'> = {
  read: /* @__PURE__ */ get('/auth/billing-details'),
  save: /* @__PURE__ */ put('/auth/billing-details'),
};

export const cards: GroupOf<'cards'> = {
  add: /* @__PURE__ */ post('/advertiser/payment-methods'),
  checkAdded: /* @__PURE__ */ post('/advertiser/payment-methods/check'),
  setDefault: /* @__PURE__ */ post('/advertiser/payment-methods/{id}/default'),
  remove: /* @__PURE__ */ remove('/advertiser/payment-methods/{id}'),
  saveAutoTopUp: /* @__PURE__ */ put('/advertiser/auto-top-up'),
};

export const websites: GroupOf<'websites'> = {
  list: /* @__PURE__ */ get('/publisher/websites'),
  figures: /* @__PURE__ */ get('/publisher/websites/figures'),
  get: /* @__PURE__ */ get('/publisher/websites/{id}'),
  create: /* @__PURE__ */ postOnce('/publisher/websites'),
  update: /* @__PURE__ */ put('/publisher/websites/{id}'),
  act: /* @__PURE__ */ post('/publisher/websites/{id}/actions'),
};

export const widgets: GroupOf<'widgets'> = {
  listAll: /* @__PURE__ */ get('/publisher/widgets'),
  list: /* @__PURE__ */ get('/publisher/websites/{websiteId}/widgets'),
  get: /* @__PURE__ */ get('/publisher/websites/{websiteId}/widgets/{id}'),
  create: /* @__PURE__ */ postOnce('/publisher/websites/{websiteId}/widgets'),
  update: /* @__PURE__ */ put('/publisher/websites/{websiteId}/widgets/{id}'),
  act: /* @__PURE__ */ post('/publisher/websites/{websiteId}/widgets/{id}/actions'),
};

export const publisherAds: GroupOf<'publisherAds'> = {
  recent: /* @__PURE__ */ get('/publisher/ads'),
  reports: /* @__PURE__ */ get('/publisher/ad-reports'),
  markReport: /* @__PURE__ */ post('/publisher/ad-reports/mark'),
  blocks: /* @__PURE__ */ get('/publisher/blocks'),
  block: /* @__PURE__ */ post('/publisher/blocks'),
  unblock: /* @__PURE__ */ post('/publisher/blocks/remove'),
};

export const adsTxt: GroupOf<'adsTxt'> = {
  list: /* @__PURE__ */ get('/publisher/ads-txt'),
  history: /* @__PURE__ */ get('/publisher/websites/{id}/ads-txt'),
  check: /* @__PURE__ */ post('/publisher/websites/{id}/ads-txt'),
  merged: /* @__PURE__ */ get('/publisher/websites/{id}/ads-txt/merged'),
};

export const payments: GroupOf<'payments'> = {
  summary: /* @__PURE__ */ get('/publisher/payment'),
  requestWithdrawal: /* @__PURE__ */ postOnce('/publisher/payment/withdrawals'),
  cancelWithdrawal: /* @__PURE__ */ postOnce('/publisher/payment/withdrawals/{id}/cancel'),
  history: /* @__PURE__ */ get('/publisher/payment/history'),
  profiles: /* @__PURE__ */ get('/publisher/payment/profiles'),
  createProfile: /* @__PURE__ */ postOnce('/publisher/payment/profiles'),
  updateProfile: /* @__PURE__ */ put('/publisher/payment/profiles/{id}'),
  deleteProfile: /* @__PURE__ */ remove('/publisher/payment/profiles/{id}'),
  setDefaultProfile: /* @__PURE__ */ post('/publisher/payment/profiles/{id}/default'),
  settings: /* @__PURE__ */ get('/publisher/payment/settings'),
  updateSettings: /* @__PURE__ */ put('/publisher/payment/settings'),
  corrections: /* @__PURE__ */ get('/publisher/payment/corrections'),
  statements: /* @__PURE__ */ get('/publisher/payment/statements'),
  statementPdf: /* @__PURE__ */ get('/publisher/payment/statements/{month}/pdf'),
  statementCsv: /* @__PURE__ */ get('/publisher/payment/statements/{month}/csv'),
};

export const shareRates: GroupOf<'shareRates'> = {
  list: /* @__PURE__ */ get('/operator/share-rates'),
  create: /* @__PURE__ */ post('/operator/share-rates'),
  end: /* @__PURE__ */ post('/operator/share-rates/{id}/end'),
  remove: /* @__PURE__ */ remove('/operator/share-rates/{id}'),
  own: /* @__PURE__ */ get('/publisher/payment/shares'),
};

export const withholding: GroupOf<'withholding'> = {
  list: /* @__PURE__ */ get('/operator/withholding-rates'),
  create: /* @__PURE__ */ post('/operator/withholding-rates'),
  end: /* @__PURE__ */ post('/operator/withholding-rates/{id}/end'),
  remove: /* @__PURE__ */ remove('/operator/withholding-rates/{id}'),
  report: /* @__PURE__ */ get('/operator/withheld'),
  exportReport: /* @__PURE__ */ get('/operator/withheld/csv'),
  own: /* @__PURE__ */ get('/publisher/payment/withholding'),
};

export const selfBilling: GroupOf<'selfBilling'> = {
  agreement: /* @__PURE__ */ get('/publisher/payment/self-billing'),
  agree: /* @__PURE__ */ put('/publisher/payment/self-billing'),
  documents: /* @__PURE__ */ get('/publisher/payment/self-billing/documents'),
  documentPdf: /* @__PURE__ */ get('/publisher/payment/self-billing/documents/{number}/pdf'),
};

export const reports: GroupOf<'reports'> = {
  advertiser: /* @__PURE__ */ get('/advertiser/report'),
  advertiserFile: /* @__PURE__ */ get('/advertiser/report/file'),
  publisher: /* @__PURE__ */ get('/publisher/report'),
  publisherFile: /* @__PURE__ */ get('/publisher/report/file'),
  advertiserDelays: /* @__PURE__ */ get('/advertiser/report/conversion-delays'),
  advertiserMarks: /* @__PURE__ */ get('/advertiser/report/marks'),
  publisherMarks: /* @__PURE__ */ get('/publisher/report/marks'),
  publisherFiltered: /* @__PURE__ */ get('/publisher/report/filtered'),
  publisherUnpaid: /* @__PURE__ */ get('/publisher/report/unpaid'),
  publisherMonths: /* @__PURE__ */ get('/publisher/earnings/months'),
  publisherEarnings: /* @__PURE__ */ get('/publisher/earnings'),
  operator: /* @__PURE__ */ get('/operator/report'),
  operatorFile: /* @__PURE__ */ get('/operator/report/file'),
  operatorNetworks: /* @__PURE__ */ get('/operator/report/networks'),
  operatorFiltered: /* @__PURE__ */ get('/operator/report/filtered'),
};

export const reach: GroupOf<'reach'> = {
  advertiser: /* @__PURE__ */ get('/advertiser/reach'),
  publisher: /* @__PURE__ */ get('/publisher/reach'),
};

export const notices: GroupOf<'notices'> = {
  list: /* @__PURE__ */ get('/notices'),
  unread: /* @__PURE__ */ get('/notices/unread'),
  markRead: /* @__PURE__ */ post('/notices/{id}/read'),
  markAllRead: /* @__PURE__ */ post('/notices/read'),
  preferences: /* @__PURE__ */ get('/notices/preferences'),
  updatePreferences: /* @__PURE__ */ put('/notices/preferences'),
};

export const views: GroupOf<'views'> = {
  list: /* @__PURE__ */ get('/views'),
  create: /* @__PURE__ */ postOnce('/views'),
  update: /* @__PURE__ */ put('/views/{id}'),
  remove: /* @__PURE__ */ remove('/views/{id}'),
  schedule: /* @__PURE__ */ put('/views/{id}/schedule'),
  unschedule: /* @__PURE__ */ remove('/views/{id}/schedule'),
  send: /* @__PURE__ */ post('/views/{id}/send'),
  unsubscription: /* @__PURE__ */ get('/unsubscribe/{token}'),
  unsubscribe: /* @__PURE__ */ post('/unsubscribe'),
};

export const collector: GroupOf<'collector'> = {
  websiteCode: /* @__PURE__ */ get('/publisher/websites/{id}/analytics-code'),
  campaignCode: /* @__PURE__ */ get('/advertiser/campaigns/{id}/analytics-code'),
  websiteStats: /* @__PURE__ */ get('/publisher/stats'),
};

export const records: GroupOf<'records'> = {
  find: /* @__PURE__ */ get('/operator/find'),
  findOwn: /* @__PURE__ */ get('/account/find'),
  user: /* @__PURE__ */ get('/operator/users/{id}'),
  account: /* @__PURE__ */ get('/operator/accounts/{id}'),
  wallet: /* @__PURE__ */ get('/operator/accounts/{id}/wallet/transactions'),
  earnings: /* @__PURE__ */ get('/operator/accounts/{id}/earnings/transactions'),
  trustAccount: /* @__PURE__ */ post('/operator/accounts/{id}/trust'),
};

export const homes: GroupOf<'homes'> = {
  advertiser: /* @__PURE__ */ get('/advertiser/home'),
  publisher: /* @__PURE__ */ get('/publisher/home'),
  operator: /* @__PURE__ */ get('/operator/home'),
};

export const webhooks: GroupOf<'webhooks'> = {
  list: /* @__PURE__ */ get('/webhooks'),
  create: /* @__PURE__ */ post('/webhooks'),
  update: /* @__PURE__ */ put('/webhooks/{id}'),
  remove: /* @__PURE__ */ remove('/webhooks/{id}'),
  rotateSecret: /* @__PURE__ */ post('/webhooks/{id}/secret'),
  test: /* @__PURE__ */ post('/webhooks/{id}/test'),
  deliveries: /* @__PURE__ */ get('/webhooks/{id}/deliveries'),
  delivery: /* @__PURE__ */ get('/webhooks/{id}/deliveries/{deliveryId}'),
  resend: /* @__PURE__ */ post('/webhooks/{id}/deliveries/{deliveryId}/resend'),
};
