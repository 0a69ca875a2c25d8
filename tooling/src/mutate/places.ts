/** Where rules are broken by hand, and which tests have to notice. Globs from the root. */
export type Place = {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Its tests want a PostgreSQL. */
  readonly database: boolean;
  /** Only files with a test beside them: what the others do is tried in a browser. */
  readonly testedBeside?: true;
  /** Plugins that make modules which its sources import: where each is, and its name there. */
  readonly modulesBy?: readonly (readonly [file: string, name: string])[];
};

const SERVER = 'apps/server/src';
const WEB_MODULES = [
  ['apps/web/build/compile-texts.ts', 'compileTexts'],
  ['apps/web/build/api-routes.ts', 'apiRoutes'],
] as const;

function feature(name: string, ...alsoTestedBy: string[]): Place {
  return features([name], { alsoTestedBy });
}

function features(
  names: readonly string[],
  also: { readonly sources?: readonly string[]; readonly alsoTestedBy: readonly string[] },
): Place {
  const folders = [...names.map((name) => `${SERVER}/features/${name}`), ...(also.sources ?? [])];
  return {
    sources: folders.map((folder) => `${folder}/**/*.ts`),
    // Peers are servers of others that stand here only where somebody asks for them.
    tests: [
      ...folders.map((folder) => `${folder}/**/*.test.ts`),
      ...also.alsoTestedBy,
      '!**/*.peers.test.ts',
    ],
    database: true,
  };
}

export const PLACES: Readonly<Record<string, Place>> = {
  domain: {
    sources: ['packages/domain/src/**/*.ts'],
    tests: ['packages/domain/src/**/*.test.ts'],
    database: false,
  },
  decide: {
    sources: ['apps/delivery/src/decide/**/*.ts'],
    tests: ['apps/delivery/src/{decide,snapshot,http}/**/*.test.ts', '!**/*.{db,long}.test.ts'],
    database: false,
  },
  settlement: {
    sources: [`${SERVER}/settlement/**/*.ts`],
    // The loop is tried by the worker's own test.
    tests: [`${SERVER}/settlement/**/*.test.ts`, `${SERVER}/worker.db.test.ts`],
    database: true,
  },
  payments: feature(
    'payments',
    `${SERVER}/jobs/*{payout,withdraw,month,clos}*.test.ts`,
    // What came back from its way covers refunds.
    `${SERVER}/features/corrections/spend-refund.db.test.ts`,
  ),
  billing: feature(
    'billing',
    `${SERVER}/jobs/*{invoice,deposit,card,wallet}*.test.ts`,
    // What may be cancelled or issued again is told of documents that only payouts have.
    `${SERVER}/features/self-billing/cancel-document.db.test.ts`,
    // A top-up ends with the role of advertiser.
    `${SERVER}/features/users/role-in-use.db.test.ts`,
  ),
  campaigns: feature('campaigns'),
  /** What else decides over money. */
  books: features(
    [
      ...['corrections', 'withholding', 'self-billing', 'share-rates', 'minimum-bids', 'month-close'],
      ...['reconciliation', 'closing'],
    ],
    // What one operator moves alone is tried with payouts.
    { alsoTestedBy: [`${SERVER}/jobs/*.test.ts`, `${SERVER}/features/payments/moved-alone.db.test.ts`] },
  ),
  access: features(
    ['account', 'accounts', 'team', 'users', 'sign-up', 'passkeys', 'single-sign-on', 'api-keys', 'looks'],
    {
      sources: [`${SERVER}/auth`],
      alsoTestedBy: [`${SERVER}/http/{isolation,member-matrix}.db.test.ts`],
    },
  ),
  publishing: features(
    ['websites', 'widgets', 'traffic-rules', 'collector', 'publisher-ads', 'ads-txt', 'creatives', 'images'],
    // How many there may be of each is tried in one place.
    { alsoTestedBy: [`${SERVER}/features/room-for-one-more.db.test.ts`] },
  ),
  reviewing: features(['reviews', 'moderation', 'appeals'], { alsoTestedBy: [] }),
  /** What the dashboard reckons, reads and says, apart from what it shows. */
  screens: {
    // Of these a test beside them tries one part; the others are tried in journeys.
    sources: ['apps/web/src/**/*.ts', '!**/{session-store,use-zoom,upload,query-client}.ts'],
    tests: ['apps/web/src/**/*.test.ts'],
    database: false,
    testedBeside: true,
    modulesBy: WEB_MODULES,
  },
  /** What panels, dialogs and tables of the dashboard show, offer and refuse. */
  parts: {
    sources: ['apps/web/src/**/*.tsx'],
    tests: ['apps/web/src/**/*.test.tsx'],
    database: false,
    testedBeside: true,
    modulesBy: WEB_MODULES,
  },
  /** What tells people things: mails, notices, calls to their servers, what they take home. */
  telling: features(
    ['webhooks', 'notices', 'views', 'data-export', 'records', 'record-notes', 'mail-catalogue'],
    {
      sources: [`${SERVER}/mail`],
      // One press in a mail program comes by a way of its own.
      alsoTestedBy: [`${SERVER}/jobs/*{tell,watch}*.test.ts`, `${SERVER}/http/one-click.db.test.ts`],
    },
  ),
  /** What reports say, and the SQL that answers them. How what they read is loaded and summed is tried by tests of its own. */
  reports: {
    sources: [
      `${SERVER}/features/reports/**/*.ts`,
      `${SERVER}/analytics/{report-copy,report-dimensions,report-sql,run-*,stored-*,count-reach,ranked-pairs,periods,page-view-sql}.ts`,
    ],
    tests: [
      `${SERVER}/features/reports/**/*.test.ts`,
      // Page views are asked for by what collects them.
      `${SERVER}/features/collector/website-stats.db.test.ts`,
      `${SERVER}/analytics/{analytics,reach,report-*,rollups,stored-*,collected}*.test.ts`,
      '!**/*.{long,peers}.test.ts',
    ],
    database: true,
  },
  /** What reports are answered from: how it is read, loaded, summed and held against the ledger. */
  loading: {
    // Engines and the builder of rollups are tried by killing them, for minutes.
    sources: [
      `${SERVER}/analytics/{begun-step,binary-rows,bound-values,codecs,compare-*,damage,line-slices,load-reach,loader*}.ts`,
      `${SERVER}/analytics/{native-block,read-supply,report-lines,rollup-places,rollup-sets,rollup-st*,settled-facts}.ts`,
      `${SERVER}/analytics/{shown-creatives,slice-lines,table-cut}.ts`,
    ],
    tests: [
      `${SERVER}/analytics/{binary-*,compare-*,damage,line-slices,loader-turns,native-block,read-supply}*.test.ts`,
      `${SERVER}/analytics/{reach,rollup-sets,rollup-st*,rollups}*.test.ts`,
      '!**/*.long.test.ts',
    ],
    database: true,
  },
  /** What every call passes before an operation has it, and who waits for whom. */
  door: {
    sources: [`${SERVER}/{http,api,fairness}/**/*.ts`],
    tests: [
      `${SERVER}/{http,api,fairness}/**/*.test.ts`,
      // These call each operation, for minutes; what they hold to is tried by itself as well.
      '!**/{access-matrix,audit-rows,day-bounds,fairness,fuzz,isolation,member-matrix,unknown-zones}.db.test.ts',
      '!**/{client,packed-client,placard-command}.db.test.ts',
    ],
    database: true,
  },
  /** What is asked of servers of others: pages and lists, cards, who signs in. */
  others: {
    sources: [`${SERVER}/{safe-fetch,gateways}/**/*.ts`],
    tests: [
      `${SERVER}/{safe-fetch,gateways}/**/*.test.ts`,
      // What they answer is tried where it counts.
      `${SERVER}/features/{single-sign-on,billing/card-payments}/**/*.test.ts`,
      `${SERVER}/config.test.ts`,
      '!**/*.peers.test.ts',
    ],
    database: true,
  },
  /** What the worker does by itself. */
  jobs: {
    sources: [`${SERVER}/jobs/**/*.ts`],
    tests: [
      `${SERVER}/jobs/**/*.test.ts`,
      `${SERVER}/worker-jobs.db.test.ts`,
      // Who is told that something is not well stands beside what shows it.
      `${SERVER}/features/health/health.db.test.ts`,
    ],
    database: true,
  },
  /** By what an operator sees who did what, and how the network is. */
  overseeing: features(['audit', 'health'], {
    sources: [`${SERVER}/watch`],
    // What is not well stands on the operators' first screen.
    alsoTestedBy: [`${SERVER}/features/{homes/operator-home,settings/settings}.db.test.ts`],
  }),
  /** How processes are started, looked after and ended. */
  processes: {
    // The mains are tried in whole ones, which take longer.
    sources: [
      '{tooling/src/launcher,packages/db/src/process}/**/*.ts',
      '!**/{main,main-*}.ts',
      '!**/fixtures/**',
    ],
    tests: [
      '{tooling/src/launcher,packages/db/src/process}/**/*.test.ts',
      // Settings that all parts read alike.
      'apps/{server,delivery}/src/config.test.ts',
      '!**/launch.db.test.ts',
    ],
    database: true,
  },
  /** What may be sent to an operation and what it answers, what tag and delivery write to each other, and the snippet. */
  contract: {
    sources: ['packages/contract/src/**/*.ts'],
    tests: ['packages/contract/src/**/*.test.ts'],
    database: false,
  },
  /** What is given to others to call the API by; what a program writes for it is compared with what it would write. */
  client: {
    sources: ['packages/client/src/{client,operation,placard-error}.ts', 'tooling/src/client/type-text.ts'],
    tests: ['{packages/client/src,tooling/src/client}/**/*.test.ts'],
    database: false,
  },
  /** How ad servers follow the network, and what they keep of it to decide by. */
  following: {
    sources: ['apps/delivery/src/snapshot/**/*.ts'],
    tests: ['apps/delivery/src/{snapshot,decide,http}/**/*.test.ts', '!**/*.long.test.ts'],
    database: true,
  },
  /** What books, and how fast what is left may be spent. */
  spending: {
    sources: [`${SERVER}/{ledger,pacing}/**/*.ts`],
    tests: [`${SERVER}/{ledger,pacing}/**/*.test.ts`],
    database: true,
  },
  /** What of backups and points in time needs neither a database nor a bucket: what is sealed, signed, kept and taken out. */
  keeping: {
    // The rest is tried by whole backups and restores, which take minutes.
    sources: [
      `${SERVER}/backup/{explain-fault,manifest,sealing}.ts`,
      `${SERVER}/point-in-time/{bucket-moments,chain,drop-old-moments,sent-names}.ts`,
    ],
    tests: [`${SERVER}/{backup,point-in-time}/**/*.test.ts`, '!**/{*.{db,long,peers},backup-bucket}.test.ts'],
    database: false,
  },
  /** What is told by pages is judged and written down. */
  counting: {
    sources: ['apps/delivery/src/{events,http,networks}/**/*.ts'],
    tests: ['apps/delivery/src/**/*.test.ts', '!**/*.long.test.ts'],
    database: true,
  },
};

/** Neither rules nor tests: helpers of tests, and what tests are. */
export const NEVER_BROKEN: readonly string[] = ['**/*.test.ts', '**/testing/**'];
