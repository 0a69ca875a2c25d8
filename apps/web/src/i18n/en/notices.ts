import { defineTexts } from '../texts.ts';

/** What an account is told, by kind, and which of it is mailed. */
export const noticeTexts = defineTexts('notices', {
  title: 'Notifications',
  markAll: 'Mark all as read',
  failed: 'Failed to load notifications',
  markFailed: 'Failed to mark as read',
  older: 'Show older',
  loadingOlder: 'Loading…',
  unread: 'Unread',
  empty: 'Nothing new',
  emptyText: 'Reviews, payments and low balances are told here.',
  preferences: 'Choose what is mailed',
  /** One line each; the detail below it is optional. */
  text: {
    campaign: {
      approve: 'Campaign {name} was approved',
      reject: 'Campaign {name} was rejected',
      complete: 'Campaign {name} is completed',
    },
    creative: {
      approve: 'Creative {name} was approved',
      reject: 'Creative {name} was rejected',
      takeDown: 'Creative {name} was taken down',
    },
    website: {
      approve: 'Website {name} was approved',
      reject: 'Website {name} was rejected',
      suspend: 'Website {name} was suspended',
      activate: 'Website {name} is active again',
    },
    deposit: { confirm: 'Your deposit of {amount} has arrived' },
    balance: { low: 'Low balance: {amount} left', empty: 'Your balance is used up: nothing is shown' },
    invoice: { issue: 'Your invoice for {month} is ready: {amount}' },
    payout: {
      process: 'Your withdrawal of {amount} is being processed',
      complete: 'Your withdrawal of {amount} was paid',
      fail: 'Your withdrawal of {amount} failed',
      reject: 'Your withdrawal of {amount} was rejected',
    },
    month: { close: 'Your earnings of {month} are available: {amount}' },
    review: { wait: 'Something waits for review' },
  },
  detail: {
    completeByDate: 'Its end date has passed.',
    completeByBudget: 'Its total budget is spent.',
    low: 'It fell below {threshold}. Add funds so that your campaigns go on.',
    empty: 'Add funds, and your campaigns go on within seconds.',
    invoice: 'Invoice {number}',
    receipt: 'Reference {reference}, receipt {number}',
    waiting: {
      campaigns: '{count, plural, one {# campaign} other {# campaigns}}',
      creatives: '{count, plural, one {# creative} other {# creatives}}',
      websites: '{count, plural, one {# website} other {# websites}}',
    },
  },
  mail: {
    title: 'Mails',
    description: 'Everything is told at the bell. Choose what is mailed to {email} as well.',
    failed: 'Failed to load the choice of mails',
    saved: 'Mails changed',
    saveFailed: 'Failed to change mails',
    kind: {
      campaign: {
        approve: 'Campaign approved',
        reject: 'Campaign rejected',
        complete: 'Campaign completed',
      },
      creative: {
        approve: 'Creative approved',
        reject: 'Creative rejected',
        takeDown: 'Creative taken down',
      },
      website: {
        approve: 'Website approved',
        reject: 'Website rejected',
        suspend: 'Website suspended',
        activate: 'Suspension lifted',
      },
      deposit: { confirm: 'Deposit confirmed' },
      balance: { low: 'Low balance', empty: 'Balance used up' },
      invoice: { issue: 'Monthly invoice' },
      payout: {
        process: 'Withdrawal in processing',
        complete: 'Withdrawal paid',
        fail: 'Withdrawal failed',
        reject: 'Withdrawal rejected',
      },
      month: { close: 'Month closed' },
      review: { wait: 'Something waits for review' },
    },
  },
});
