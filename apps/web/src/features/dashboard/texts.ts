import { defineTexts } from '../../i18n/texts.ts';

export const dashboardTexts = defineTexts('dashboard', {
  title: 'Dashboard',
  greeting: 'Welcome, {name}',
  choose: 'Choose where you want to work.',
  advertiser: {
    title: 'Advertiser dashboard',
    text: 'Plan what you want to say, to whom, and see what it brings.',
    analytics: 'Campaign analytics',
    management: 'Campaign management',
    assets: 'Creative assets',
    open: 'Open advertiser dashboard',
    redirecting: 'Redirecting to the advertiser dashboard…',
  },
  publisher: {
    title: 'Publisher dashboard',
    text: 'Place widgets on your websites and follow what they earn.',
    reports: 'Revenue reports',
    websites: 'Website management',
    widgets: 'Ad widget control',
    open: 'Open publisher dashboard',
    redirecting: 'Redirecting to the publisher dashboard…',
  },
});
