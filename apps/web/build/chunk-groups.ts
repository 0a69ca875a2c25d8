import type { ScreenModule } from './screen-pages.ts';

type Group = {
  readonly name: string;
  readonly test: RegExp;
  readonly priority: number;
  readonly minShareCount?: number;
};

/**
 * The dashboard in layers, one file each with all that it imports and no layer above it holds: what every page needs,
 * what every signed-in page needs, what every list needs. Left to itself the bundler cuts along every combination of
 * screens: 60 files for one list, and a browser that fetches six at a time over a line of 40 ms spends half a second
 * on asking for them.
 */
const LAYERS: readonly Omit<Group, 'priority'>[] = [
  // React and the router change rarely: files of their own stay cached over releases.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'router',
    test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
  },
  {
    name: 'base',
    test: /\/src\/(main\.tsx|ui\/use-busy\.ts|ui\/form\/keep-field-focused\.ts|lib\/faults\/told-refusal\.ts|ui\/fault\.tsx|i18n\/en\/issues\.ts)$/,
  },
  { name: 'auth', test: /\/src\/kits\/before-sign-in\/(auth-layout|use-light-form|light-field)\.tsx?$/ },
  { name: 'shell', test: /\/src\/app\/shell\/app-shell\.tsx$/ },
  {
    name: 'screen',
    // To download something, and its sign: the table layer, which would have them else, is forty times as large.
    test: /\/src\/(ui\/(page-header|panel|states|date-time|money|count|busy-button)\.tsx|ui\/(use-confirmed-action|download-file)\.ts|kits\/status\/status-chip\.tsx|lib\/(use-action|api\/api|api\/use-record)\.ts)$|\/lucide-react\/dist\/esm\/icons\/download\.mjs$/,
  },
  {
    name: 'table',
    test: /\/src\/(ui\/(table\/data-table|stat-card|filters)\.tsx|lib\/search\/use-list\.ts|kits\/list\/[\w-]+\.tsx?)$/,
  },
  // Some three hundred bytes each: one file of those that several screens show is less than a request for each.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
  // Of the lists of both sides: left to itself it would come with all that is about campaigns.
  { name: 'status-actions', test: /\/src\/kits\/status\/status-actions\.ts$/ },
  {
    name: 'campaigns',
    test: /\/src\/(features\/campaigns\/(campaign-status\.tsx|campaign-menu\.ts|use-campaign-draft\.ts)|lib\/advertiser-paths\.ts)$/,
  },
  {
    name: 'report',
    test: /\/src\/(kits\/(report\/(report-view|tracking-figures)|views\/saved-views)\.tsx|analytics\/report-offers\.ts)$/,
  },
  // What an operator's lists lead by, and the frame of where they lead: six files of some hundred bytes each.
  { name: 'links', test: /\/src\/kits\/records\/record-link\.tsx$/ },
  { name: 'record-texts', test: /\/src\/kits\/records\/(texts\.ts|records\.module\.css)$/ },
  { name: 'record', test: /\/src\/kits\/records\/(record-page|related-panel)\.tsx$/ },
  { name: 'form', test: /\/src\/(kits\/form\/use-app-form\.ts|ui\/form\/form-layout\.tsx)$/ },
];

/** Known by these names to those who look at a build or hold back a part of it (`e2e/offline.spec.ts`): the layers, and some parts. */
const PARTS = [
  'billing',
  'failed-part',
  'focus-keeper',
  'rolldown-runtime',
  'time-chart',
  'two-factor-dialogs',
];
const NAMED = new Set([...PARTS, ...LAYERS.map(({ name }) => name)]);

/**
 * The pattern of a script's address. Who runs campaigns may run a blocker too, and its lists know addresses: `/assets/analytics-` and
 * `/assets/tracking-` never came. So nothing of what a part is about stands in its name.
 */
export function fileNames(name: string): string {
  return NAMED.has(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js';
}

/** For `output.codeSplitting`; a module belongs to the first layer that reaches it. */
export const chunkGroups: Group[] = LAYERS.map((layer, index) => ({
  ...layer,
  priority: LAYERS.length - index,
}));

/** Whether all of this file runs as soon as it is there: a layer, or one of the `screens`. What opens on a press is neither. */
export function runsOnLoad(
  chunk: { readonly name: string; readonly facadeModuleId: string | null },
  screens: readonly ScreenModule[],
): boolean {
  return (
    LAYERS.some(({ name }) => name === chunk.name) ||
    screens.some(({ module }) => chunk.facadeModuleId?.endsWith(`/${module}`) === true)
  );
}
