import { defineTexts } from '../texts.ts';

/** What every page may need, login included: keep it short. */
export const commonTexts = defineTexts('common', {
  product: 'Placard',
  close: 'Close',
  tryAgain: 'Try Again',
  loading: 'Loading…',
  invalidAnswer: 'Invalid data format received from server.',
  dismiss: 'Dismiss notification',
  notifications: 'Notifications',
  toast: { success: 'Success', failure: 'Error', info: 'Note' },
  scheme: { switch: 'Colour scheme', light: 'Light', dark: 'Dark', auto: 'Same as system' },
  balance: { fetchFailed: 'Failed to fetch balance', loadFailed: 'Failed to load balance' },
  notFound: {
    title: 'Page Not Found',
    text: 'There is nothing at this address. It may have moved, or it belongs to another account.',
    home: 'Go to the dashboard',
  },
  failure: {
    title: 'Something went wrong',
    text: 'This page could not be shown. Nothing you saved is lost.',
    offline: 'The server cannot be reached. Check your connection and try again.',
    updated: 'A newer version of this page is ready. Try again to load it.',
  },
});
