import { operations } from './api/operations.ts';
import type { AppDeps } from './app-deps.ts';
import { accountRoutes } from './features/account/routes.ts';
import { adsTxtRoutes } from './features/ads-txt/routes.ts';
import { apiKeysRoutes } from './features/api-keys/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { cardsRoutes } from './features/billing/cards/routes.ts';
import { billingRoutes, operatorDepositsRoutes, operatorDocumentsRoutes } from './features/billing/routes.ts';
import { campaignsRoutes } from './features/campaigns/routes.ts';
import { closingRoutes } from './features/closing/routes.ts';
import { collectorRoutes } from './features/collector/routes.ts';
import { correctionsRoutes } from './features/corrections/routes.ts';
import { creativesRoutes } from './features/creatives/routes.ts';
import { dataExportRoutes } from './features/data-export/routes.ts';
import { diagnosisRoutes } from './features/diagnosis/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { homesRoutes } from './features/homes/routes.ts';
import { lookRoutes } from './features/looks/routes.ts';
import { mailCatalogueRoutes } from './features/mail-catalogue/routes.ts';
import { minimumBidsRoutes } from './features/minimum-bids/routes.ts';
import { moderationRoutes } from './features/moderation/routes.ts';
import { monthCloseRoutes } from './features/month-close/routes.ts';
import { noticesRoutes } from './features/notices/routes.ts';
import { billingDetailsRoutes } from './features/parties/routes.ts';
import { passkeysRoutes } from './features/passkeys/routes.ts';
import { paymentsRoutes, payoutsRoutes } from './features/payments/routes.ts';
import { publisherAdsRoutes } from './features/publisher-ads/routes.ts';
import { reconciliationRoutes } from './features/reconciliation/routes.ts';
import { recordNotesRoutes } from './features/record-notes/routes.ts';
import { recordsRoutes } from './features/records/routes.ts';
import { reachRoutes, reportsRoutes } from './features/reports/routes.ts';
import { appealsRoutes } from './features/reviews/appeal-routes.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { documentChangesRoutes, selfBillingRoutes } from './features/self-billing/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { shareRatesRoutes } from './features/share-rates/routes.ts';
import { signUpRequestsRoutes, signUpRoutes } from './features/sign-up/routes.ts';
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts';
import { teamRoutes } from './features/team/routes.ts';
import { trafficRulesRoutes } from './features/traffic-rules/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { viewsRoutes } from './features/views/routes.ts';
import { networkWebhooksRoutes, webhooksRoutes } from './features/webhooks/routes.ts';
import { websitesRoutes } from './features/websites/routes.ts';
import { widgetsRoutes } from './features/widgets/routes.ts';
import { withholdingRoutes } from './features/withholding/routes.ts';

/** The routes of all features. Typed against the contract: an operation without a route does not compile. */
export function createRouter(deps: AppDeps) {
  return operations.router({
    auth: accountRoutes(deps),
    signUp: signUpRoutes(deps),
    accounts: teamRoutes(deps),
    apiKeys: apiKeysRoutes(deps),
    passkeys: passkeysRoutes(deps),
    singleSignOn: singleSignOnRoutes(deps),
    closing: closingRoutes(deps),
    dataExports: dataExportRoutes(deps),
    looks: lookRoutes(deps),
    campaigns: campaignsRoutes(deps),
    creatives: creativesRoutes(deps),
    diagnosis: diagnosisRoutes(deps),
    billing: billingRoutes(deps),
    billingDetails: billingDetailsRoutes(deps),
    cards: cardsRoutes(deps),
    websites: websitesRoutes(deps),
    widgets: widgetsRoutes(deps),
    publisherAds: publisherAdsRoutes(deps),
    adsTxt: adsTxtRoutes(deps),
    payments: paymentsRoutes(deps),
    payouts: payoutsRoutes(deps),
    corrections: correctionsRoutes(deps),
    reconciliation: reconciliationRoutes(deps),
    monthClose: monthCloseRoutes(deps),
    reports: reportsRoutes(deps),
    reach: reachRoutes(deps),
    notices: noticesRoutes(deps),
    views: viewsRoutes(deps),
    collector: collectorRoutes(deps),
    appeals: appealsRoutes(deps),
    moderation: moderationRoutes(deps),
    records: recordsRoutes(deps),
    recordNotes: recordNotesRoutes(deps),
    homes: homesRoutes(deps),
    health: healthRoutes(deps),
    shareRates: shareRatesRoutes(deps),
    minimumBids: minimumBidsRoutes(deps),
    withholding: withholdingRoutes(deps),
    selfBilling: selfBillingRoutes(deps),
    trafficRules: trafficRulesRoutes(deps),
    webhooks: webhooksRoutes(deps),
    networkWebhooks: networkWebhooksRoutes(deps),
    operator: {
      ...usersRoutes(deps),
      ...signUpRequestsRoutes(deps),
      ...reviewsRoutes(deps),
      ...documentChangesRoutes(deps),
      ...operatorDepositsRoutes(deps),
      ...operatorDocumentsRoutes(deps),
      ...settingsRoutes(deps),
      ...auditRoutes(deps),
      ...mailCatalogueRoutes(deps),
    },
  });
}
