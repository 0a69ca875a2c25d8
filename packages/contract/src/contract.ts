import { accountsContract } from './accounts.ts';
import { adsTxtContract } from './ads-txt.ts';
import { apiKeysContract } from './api-keys.ts';
import { appealsContract } from './appeals.ts';
import { auditContract } from './audit.ts';
import { authContract } from './auth.ts';
import { billingContract, depositsContract } from './billing.ts';
import { billingDetailsContract } from './billing-details.ts';
import { campaignBulkContract } from './campaign-bulk.ts';
import { campaignInsightContract } from './campaign-insight.ts';
import { campaignsContract } from './campaigns.ts';
import { cardsContract } from './cards.ts';
import { closingContract } from './closing.ts';
import { collectorContract } from './collector.ts';
import { correctionsContract } from './corrections.ts';
import { creativesContract } from './creatives.ts';
import { dataExportsContract } from './data-exports.ts';
import { diagnosisContract } from './diagnosis.ts';
import { documentsContract } from './documents.ts';
import { healthContract } from './health.ts';
import { homesContract } from './homes.ts';
import { looksContract } from './looks.ts';
import { mailCatalogueContract } from './mail-catalogue.ts';
import { minimumBidsContract } from './minimum-bids.ts';
import { moderatedCampaignsContract } from './moderated-campaigns.ts';
import { moderationContract } from './moderation.ts';
import { monthCloseContract } from './month-close.ts';
import { noticesContract } from './notices.ts';
import { passkeysContract } from './passkeys.ts';
import { paymentsContract } from './payments.ts';
import { payoutsContract } from './payouts.ts';
import { publisherAdsContract } from './publisher-ads.ts';
import { reachContract } from './reach.ts';
import { reconciliationContract } from './reconciliation.ts';
import { recordNotesContract } from './record-notes.ts';
import { recordsContract } from './records.ts';
import { reportsContract } from './reports.ts';
import { reviewsContract } from './reviews.ts';
import { selfBillingContract } from './self-billing.ts';
import { settingsContract } from './settings.ts';
import { shareRatesContract } from './share-rates.ts';
import { signUpContract, signUpRequestsContract } from './sign-up.ts';
import { singleSignOnContract } from './single-sign-on.ts';
import { trafficRulesContract } from './traffic-rules.ts';
import { usersContract } from './users.ts';
import { viewsContract } from './views.ts';
import { networkWebhooksContract, webhooksContract } from './webhooks.ts';
import { websitesContract } from './websites.ts';
import { widgetsContract } from './widgets.ts';
import { withholdingContract } from './withholding.ts';

/** The REST contract: one value from which server routes, OpenAPI, the typed client and the access tests come. */
export const contract = {
  auth: authContract,
  signUp: signUpContract,
  accounts: accountsContract,
  apiKeys: apiKeysContract,
  passkeys: passkeysContract,
  singleSignOn: singleSignOnContract,
  looks: looksContract,
  closing: closingContract,
  dataExports: dataExportsContract,
  campaigns: { ...campaignsContract, ...campaignBulkContract, ...campaignInsightContract },
  creatives: creativesContract,
  appeals: appealsContract,
  diagnosis: diagnosisContract,
  billing: billingContract,
  billingDetails: billingDetailsContract,
  cards: cardsContract,
  websites: websitesContract,
  widgets: widgetsContract,
  publisherAds: publisherAdsContract,
  adsTxt: adsTxtContract,
  payments: paymentsContract,
  payouts: payoutsContract,
  corrections: correctionsContract,
  shareRates: shareRatesContract,
  minimumBids: minimumBidsContract,
  withholding: withholdingContract,
  selfBilling: selfBillingContract,
  reconciliation: reconciliationContract,
  monthClose: monthCloseContract,
  reports: reportsContract,
  reach: reachContract,
  notices: noticesContract,
  views: viewsContract,
  collector: collectorContract,
  moderation: { ...moderationContract, ...moderatedCampaignsContract },
  records: recordsContract,
  recordNotes: recordNotesContract,
  homes: homesContract,
  health: healthContract,
  trafficRules: trafficRulesContract,
  webhooks: webhooksContract,
  networkWebhooks: networkWebhooksContract,
  operator: {
    ...reviewsContract,
    ...depositsContract,
    ...documentsContract,
    ...usersContract,
    ...signUpRequestsContract,
    ...settingsContract,
    ...auditContract,
    ...mailCatalogueContract,
  },
};
