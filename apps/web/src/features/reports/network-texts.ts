import { defineTexts } from '../../i18n/texts.ts';

/** The network’s report, and what was filtered. */
export const networkTexts = defineTexts('network', {
  report: {
    title: 'Report',
    description: 'What the network showed and charged, what its publishers got, and what it kept.',
  },
  filtered: {
    title: 'Filtered traffic',
    description: 'Events that were not billed, each with its reason.',
    failed: 'Failed to fetch filtered traffic',
    empty: 'Nothing was filtered in these days',
    emptyText: 'Repeats, forged tokens, bots and the like appear here by reason.',
    period: 'Days',
    networks: {
      on: 'Data centres are recognised by {count, plural, one {# network} other {# networks}} of a table of {day}.',
      old: 'Data centres are recognised by {count, plural, one {# network} other {# networks}} of a table of {day}, which is older than 30 days. Networks change hands: have a newer one fetched.',
      off: 'Traffic from data centres is not recognised, and is billed: an ad server has no table of networks.',
      silent: 'No ad server has told lately whether it recognises data centres.',
      how: 'Put the table of iptoasn.com at {file} in the data folder, or name another in {variable}; docs/delivery.md has the command. The ad servers look for it each hour.',
    },
  },
});
