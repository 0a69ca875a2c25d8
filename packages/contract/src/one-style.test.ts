import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { OperationMeta } from './operation.ts';
import { operationsOf } from './testing/walk-schemas.ts';

const operations = operationsOf().map(({ name, procedure }) => {
  const { route, meta, inputSchema, outputSchema } = procedure['~orpc'];
  return {
    name,
    method: route.method ?? 'POST',
    meta: meta as OperationMeta,
    input: fieldsOf(inputSchema),
    output: fieldsOf(fieldsOf(outputSchema).data),
  };
});

function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Sets that are small by what they are, given whole: rules of ours bound each. */
const WHOLE = [
  ...[
    'auth.sessions',
    'operator.signingKeys',
    'passkeys.list',
    'singleSignOn.links',
    'accounts.list',
    'apiKeys.list',
    'looks.list',
    'dataExports.listFor',
    'recordNotes.read',
    'recordNotes.tags',
    'webhooks.list',
    'networkWebhooks.list',
    'trafficRules.list',
    'shareRates.list',
    'shareRates.own',
    'minimumBids.list',
    'withholding.list',
    'withholding.report',
    'withholding.own',
    'operator.signUps',
    'campaigns.figures',
    'websites.figures',
    'publisherAds.blocks',
    'adsTxt.history',
  ],
  ...[
    'payments.profiles',
    'payments.statements',
    'payouts.statements',
    'reports.publisherMonths',
    'views.list',
  ],
  // One for each mail there is.
  'operator.mailCatalogue',
  // The newest hundred.
  ...['reports.advertiserMarks', 'reports.publisherMarks'],
  // Five of a kind.
  ...['records.find', 'records.findOwn'],
  // One for each reason or kind there is.
  ...[
    'reports.advertiserDelays',
    'reports.publisherFiltered',
    'reports.operatorFiltered',
    'notices.preferences',
  ],
];

describe('a list', () => {
  const lists = operations.filter(({ method, output }) => method === 'GET' && 'items' in output);

  it.each(lists)('$name is given by pages, as a log, or whole', ({ name, input, output }) => {
    const isPaged = 'page' in input || 'pageSize' in input || 'total' in output;
    const isLog = 'before' in input || 'limit' in input || 'next' in output;
    if (isPaged) {
      expect([isLog, Object.keys(input), Object.keys(output)]).toEqual([
        false,
        expect.arrayContaining(['page', 'pageSize']),
        expect.arrayContaining(['total']),
      ]);
    } else if (isLog) {
      expect(Object.keys(input)).toEqual(expect.arrayContaining(['before', 'limit']));
      expect(Object.keys(output)).toEqual(expect.arrayContaining(['next']));
      expect((output.next as z.ZodType).safeParse('17').success).toBe(true);
    } else expect(WHOLE).toContain(name);
  });

  it('that is given whole is still there', () => {
    const names = operations.map(({ name }) => name);
    expect(WHOLE.filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** Calls of which two leave what one leaves, and why. */
const ALIKE: Readonly<Record<string, string>> = {
  'adsTxt.check': 'looks again; limited',
  'auth.login': 'each sign-in is a session of its own',
  'auth.logout': 'ends what is ended',
  'auth.acceptLink': 'a link works once',
  'auth.confirmEmail': 'a link works once',
  'auth.forgotPassword': 'each link ends the one before; limited',
  'auth.resetPassword': 'a link works once',
  'auth.beginTotp': 'each secret ends the one before; a stored answer would keep it',
  'auth.confirmTotp': 'a code works once; a stored answer would keep recovery codes',
  'auth.renewRecoveryCodes': 'new codes end those of before; a stored answer would keep them',
  'auth.endTotp': 'a code works once',
  'auth.stepUp': 'sets until when',
  'passkeys.begin': 'asks',
  'passkeys.add': 'an answer counts once',
  'passkeys.remove': 'removes what is there',
  'passkeys.beginSignIn': 'asks',
  'passkeys.signIn': 'an answer counts once',
  'passkeys.beginStepUp': 'asks',
  'passkeys.stepUp': 'an answer counts once',
  'singleSignOn.begin': 'asks',
  'singleSignOn.signIn': 'an answer counts once',
  'singleSignOn.finish': 'an answer counts once',
  'singleSignOn.unlink': 'removes what is there',
  'webhooks.create': 'a stored answer would keep its secret; so many an account',
  'webhooks.rotateSecret': 'a stored answer would keep its secret',
  'webhooks.test': 'each test is one',
  'webhooks.resend': 'what waits is sent once; so many tries each',
  'shareRates.create': 'one of its kind: a second one from the same day is refused',
  'shareRates.end': 'sets',
  'minimumBids.create': 'one of its kind: the same again is the one that is there',
  'withholding.create': 'one of its kind: a second one from the same day is refused',
  'withholding.end': 'sets',
  'trafficRules.create': 'one of its kind: a second one like it is refused',
  'networkWebhooks.create': 'a stored answer would keep its secret; so many a network',
  'networkWebhooks.rotateSecret': 'a stored answer would keep its secret',
  'networkWebhooks.test': 'each test is one',
  'networkWebhooks.resend': 'what waits is sent once; so many tries each',
  'apiKeys.create': 'a stored answer would keep its secret; so many a member',
  'closing.close': 'a closed account answers nobody',
  'closing.closeAccount': 'guarded by being open',
  'closing.reopenAccount': 'guarded by being closed',
  'dataExports.ask': 'one at a time',
  'dataExports.askFor': 'one at a time',
  'campaigns.estimateReach': 'writes nothing',
  'campaigns.checkBulk': 'writes nothing',
  'campaigns.act': 'guarded by the status',
  'reconciliation.ask': 'one waits at a time',
  'monthClose.close': 'a month closes once',
  'campaigns.archiveAdSet': 'guarded by what is archived',
  'creatives.act': 'guarded by the status',
  'creatives.assign': 'an assignment is there or not',
  'creatives.uploadImage': 'a file that nothing names yet; named by its content',
  'operator.testMail': 'a mail to oneself, one in ten seconds',
  'signUp.signUp': 'asks for a mail, limited as mails are',
  'signUp.confirmSignUp': 'uses its link up',
  'accounts.invite': 'an address is invited once; a stored answer would keep the link',
  'accounts.leave': 'guarded by being a member',
  'accounts.handOver': 'guarded by being the owner',
  'accounts.join': 'uses its link up',
  'accounts.joinAsNewUser': 'uses its link up',
  'operator.approveSignUp': 'guarded by what waits',
  'operator.refuseSignUp': 'guarded by what waits',
  'billing.payDeposit': 'the deposit is the key: it is paid once',
  'billing.checkDeposit': 'asks',
  'billing.cancelDeposit': 'guarded by the status',
  'cards.add': "opens the gateway's page",
  'cards.checkAdded': 'asks',
  'cards.setDefault': 'sets',
  'websites.act': 'guarded by the status',
  'widgets.act': 'guarded by the status',
  'payments.setDefaultProfile': 'sets',
  'payouts.exportBatch': 'the same batch is the same file',
  'payouts.discardExport': 'guarded by what is discarded',
  'publisherAds.markReport': 'sets',
  'publisherAds.block': 'what is blocked stays so',
  'publisherAds.unblock': 'what is not blocked stays so',
  'notices.markRead': 'sets',
  'notices.markAllRead': 'sets',
  'views.send': 'limited to one a minute',
  'views.unsubscribe': 'sets',
  'moderation.takeDownCreative': 'guarded by the version',
  'records.trustAccount': 'sets',
  'moderation.pauseCampaign': 'guarded by the version',
  'moderation.suspendWebsite': 'guarded by the version',
  'moderation.activateWebsite': 'guarded by the version',
  'appeals.grant': 'an appeal is answered once',
  'appeals.uphold': 'an appeal is answered once',
  'operator.approve': 'guarded by the version',
  'operator.reject': 'guarded by the version',
  'looks.begin': 'each look ends the one before; a stored answer would keep its token',
  'looks.end': 'ends what is ended',
  'dataExports.link': 'each link ends the one before; a stored answer would keep its secret',
  'dataExports.linkFor': 'each link ends the one before; a stored answer would keep its secret',
  'operator.giveResetLink': 'each link ends the one before; a stored answer would keep its secret',
  'operator.inviteUser': 'an address is invited once; a stored answer would keep the link',
  'operator.renewSigningKey': 'one waits at a time',
  'operator.failDeposit': 'guarded by the status',
  'operator.resetTotp': 'guarded by there being one',
  'operator.actOnUser': 'guarded by the status',
};

test('every POST takes an Idempotency-Key, or may come twice for a reason', () => {
  const posts = operations.filter(({ method }) => method === 'POST');
  const without = posts.filter(({ meta }) => meta.idempotent === undefined).map(({ name }) => name);
  expect(without.filter((name) => !(name in ALIKE))).toEqual([]);
  expect(Object.keys(ALIKE).filter((name) => !without.includes(name))).toEqual([]);
});
