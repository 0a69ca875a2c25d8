// Written by `npm run client` from the contract: change that.
import type { GroupOf } from './group-of.ts';
import { get, post, postOnce, put, remove } from './operation.ts';

export const payouts: GroupOf<'payouts'> = {
  list: /* @__PURE__ */ get('/operator/payouts'),
  get: /* @__PURE__ */ get('/operator/payouts/{id}'),
  act: /* @__PURE__ */ postOnce('/operator/payouts/{id}/actions'),
  exportBatch: /* @__PURE__ */ post('/operator/payouts/export'),
  exports: /* @__PURE__ */ get('/operator/payouts/exports'),
  discardExport: /* @__PURE__ */ post('/operator/payouts/exports/{id}/discard'),
  settings: /* @__PURE__ */ get('/operator/payouts/settings'),
  updateSettings: /* @__PURE__ */ put('/operator/payouts/settings'),
  closings: /* @__PURE__ */ get('/operator/payouts/closings'),
  statements: /* @__PURE__ */ get('/operator/accounts/{id}/statements'),
  statementPdf: /* @__PURE__ */ get('/operator/accounts/{id}/statements/{month}/pdf'),
  statementCsv: /* @__PURE__ */ get('/operator/accounts/{id}/statements/{month}/csv'),
};

export const corrections: GroupOf<'corrections'> = {
  list: /* @__PURE__ */ get('/operator/corrections'),
  accounts: /* @__PURE__ */ get('/operator/corrections/accounts'),
  documents: /* @__PURE__ */ get('/operator/corrections/documents'),
  create: /* @__PURE__ */ postOnce('/operator/corrections'),
  preview: /* @__PURE__ */ get('/operator/corrections/spend'),
  refundSpend: /* @__PURE__ */ postOnce('/operator/corrections/spend'),
  decide: /* @__PURE__ */ postOnce('/operator/corrections/{id}/decision'),
};

export const minimumBids: GroupOf<'minimumBids'> = {
  list: /* @__PURE__ */ get('/operator/minimum-bids'),
  create: /* @__PURE__ */ post('/operator/minimum-bids'),
  remove: /* @__PURE__ */ remove('/operator/minimum-bids/{id}'),
};

export const reconciliation: GroupOf<'reconciliation'> = {
  list: /* @__PURE__ */ get('/operator/reconciliation'),
  read: /* @__PURE__ */ get('/operator/reconciliation/{id}'),
  ask: /* @__PURE__ */ post('/operator/reconciliation'),
};

export const monthClose: GroupOf<'monthClose'> = {
  list: /* @__PURE__ */ get('/operator/books'),
  close: /* @__PURE__ */ post('/operator/books/{month}/close'),
  csv: /* @__PURE__ */ get('/operator/books/{month}/csv'),
};

export const moderation: GroupOf<'moderation'> = {
  creatives: /* @__PURE__ */ get('/operator/creatives'),
  creative: /* @__PURE__ */ get('/operator/creatives/{id}'),
  takeDownCreative: /* @__PURE__ */ post('/operator/creatives/{id}/take-down'),
  websites: /* @__PURE__ */ get('/operator/websites'),
  website: /* @__PURE__ */ get('/operator/websites/{id}'),
  suspendWebsite: /* @__PURE__ */ post('/operator/websites/{id}/suspend'),
  activateWebsite: /* @__PURE__ */ post('/operator/websites/{id}/activate'),
  campaigns: /* @__PURE__ */ get('/operator/campaigns'),
  campaign: /* @__PURE__ */ get('/operator/campaigns/{id}'),
  pauseCampaign: /* @__PURE__ */ post('/operator/campaigns/{id}/pause'),
  campaignDiagnosis: /* @__PURE__ */ get('/operator/campaigns/{id}/diagnosis'),
};

export const recordNotes: GroupOf<'recordNotes'> = {
  read: /* @__PURE__ */ get('/operator/notes'),
  add: /* @__PURE__ */ postOnce('/operator/notes'),
  remove: /* @__PURE__ */ remove('/operator/notes/{id}'),
  setTags: /* @__PURE__ */ put('/operator/tags'),
  tags: /* @__PURE__ */ get('/operator/tags'),
};

export const health: GroupOf<'health'> = {
  read: /* @__PURE__ */ get('/operator/health'),
  updateThresholds: /* @__PURE__ */ put('/operator/health/thresholds'),
};

export const trafficRules: GroupOf<'trafficRules'> = {
  list: /* @__PURE__ */ get('/operator/traffic-rules'),
  create: /* @__PURE__ */ post('/operator/traffic-rules'),
  update: /* @__PURE__ */ put('/operator/traffic-rules/{id}'),
  remove: /* @__PURE__ */ remove('/operator/traffic-rules/{id}'),
  dryRun: /* @__PURE__ */ get('/operator/traffic-rules/dry-run'),
  samples: /* @__PURE__ */ get('/operator/health/filtered-samples'),
};

export const networkWebhooks: GroupOf<'networkWebhooks'> = {
  list: /* @__PURE__ */ get('/operator/webhooks'),
  create: /* @__PURE__ */ post('/operator/webhooks'),
  update: /* @__PURE__ */ put('/operator/webhooks/{id}'),
  remove: /* @__PURE__ */ remove('/operator/webhooks/{id}'),
  rotateSecret: /* @__PURE__ */ post('/operator/webhooks/{id}/secret'),
  test: /* @__PURE__ */ post('/operator/webhooks/{id}/test'),
  deliveries: /* @__PURE__ */ get('/operator/webhooks/{id}/deliveries'),
  delivery: /* @__PURE__ */ get('/operator/webhooks/{id}/deliveries/{deliveryId}'),
  resend: /* @__PURE__ */ post('/operator/webhooks/{id}/deliveries/{deliveryId}/resend'),
};

export const operator: GroupOf<'operator'> = {
  overview: /* @__PURE__ */ get('/operator/overview'),
  reviewQueue: /* @__PURE__ */ get('/operator/reviews'),
  approve: /* @__PURE__ */ post('/operator/reviews/approve'),
  reject: /* @__PURE__ */ post('/operator/reviews/reject'),
  deposits: /* @__PURE__ */ get('/operator/deposits'),
  deposit: /* @__PURE__ */ get('/operator/deposits/{id}'),
  confirmDeposit: /* @__PURE__ */ postOnce('/operator/deposits/{id}/confirm'),
  failDeposit: /* @__PURE__ */ post('/operator/deposits/{id}/fail'),
  refundDeposit: /* @__PURE__ */ postOnce('/operator/deposits/{id}/refunds'),
  documents: /* @__PURE__ */ get('/operator/documents'),
  document: /* @__PURE__ */ get('/operator/documents/{number}'),
  cancelDocument: /* @__PURE__ */ postOnce('/operator/documents/{number}/cancel'),
  issueDocumentAgain: /* @__PURE__ */ postOnce('/operator/documents/{number}/issue-again'),
  documentPdf: /* @__PURE__ */ get('/operator/documents/{number}/pdf'),
  documentJournal: /* @__PURE__ */ get('/operator/documents/journal'),
  documentParts: /* @__PURE__ */ get('/operator/documents/parts'),
  documentArchive: /* @__PURE__ */ get('/operator/documents/archive'),
  users: /* @__PURE__ */ get('/operator/users'),
  inviteUser: /* @__PURE__ */ post('/operator/users/invite'),
  setUserRoles: /* @__PURE__ */ put('/operator/users/{id}/roles'),
  giveResetLink: /* @__PURE__ */ post('/operator/users/{id}/reset-link'),
  resetTotp: /* @__PURE__ */ post('/operator/users/{id}/totp/reset'),
  actOnUser: /* @__PURE__ */ post('/operator/users/{id}/actions'),
  signUps: /* @__PURE__ */ get('/operator/sign-ups'),
  approveSignUp: /* @__PURE__ */ post('/operator/sign-ups/{id}/approve'),
  refuseSignUp: /* @__PURE__ */ post('/operator/sign-ups/{id}/refuse'),
  settings: /* @__PURE__ */ get('/operator/settings'),
  updateSettings: /* @__PURE__ */ put('/operator/settings'),
  signingKeys: /* @__PURE__ */ get('/operator/signing-keys'),
  renewSigningKey: /* @__PURE__ */ post('/operator/signing-keys'),
  audit: /* @__PURE__ */ get('/operator/audit'),
  exportAudit: /* @__PURE__ */ get('/operator/audit/export'),
  mail: /* @__PURE__ */ get('/operator/mails/{id}'),
  mails: /* @__PURE__ */ get('/operator/mails'),
  mailCatalogue: /* @__PURE__ */ get('/operator/mail-catalogue'),
  mailPreview: /* @__PURE__ */ get('/operator/mail-catalogue/{mail}'),
  testMail: /* @__PURE__ */ post('/operator/mail-catalogue/{mail}/test'),
};
