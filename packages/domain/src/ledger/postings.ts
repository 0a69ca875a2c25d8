import type { Micros } from '../micros.ts';
import {
  type AccountRef,
  accountKey,
  availableOf,
  networkAccount,
  payoutsInFlightOf,
  pendingOf,
  walletOf,
} from './accounts.ts';

/** Money that moves: `amountMicros` leaves the source and arrives at the destination. */
export type Posting = {
  readonly source: AccountRef;
  readonly destination: AccountRef;
  readonly amountMicros: Micros;
};

/** What one account gains (or loses, below zero) in a transaction. */
export type LedgerEntry = { readonly account: AccountRef; readonly amountMicros: Micros };

/**
 * The entries of a transaction, one for each account touched, accounts that come out even left out. Every posting
 * adds to one account what it takes from another, so no list of postings can give entries that don't sum to 0.
 * @throws RangeError for an amount that is not positive.
 */
export function entriesOfPostings(postings: readonly Posting[]): LedgerEntry[] {
  const byAccount = new Map<string, { account: AccountRef; amountMicros: Micros }>();
  const add = (account: AccountRef, amountMicros: Micros) => {
    const key = accountKey(account);
    const sum = byAccount.get(key);
    if (sum === undefined) byAccount.set(key, { account, amountMicros });
    else sum.amountMicros += amountMicros;
  };
  for (const posting of postings) {
    if (posting.amountMicros <= 0n) throw new RangeError(`a posting moves ${posting.amountMicros} micros`);
    add(posting.source, -posting.amountMicros);
    add(posting.destination, posting.amountMicros);
  }
  return [...byAccount.values()].filter((entry) => entry.amountMicros !== 0n);
}

/** Money that came in through a gateway is in the wallet. */
export function depositEntries(input: { advertiserId: number; amountMicros: Micros }): LedgerEntry[] {
  return entriesOfPostings([
    {
      source: networkAccount('clearing_deposits'),
      destination: walletOf(input.advertiserId),
      amountMicros: input.amountMicros,
    },
  ]);
}

/** Money of the wallet goes back to where it came from. */
export function refundEntries(input: { advertiserId: number; amountMicros: Micros }): LedgerEntry[] {
  return entriesOfPostings([
    {
      source: walletOf(input.advertiserId),
      destination: networkAccount('clearing_deposits'),
      amountMicros: input.amountMicros,
    },
  ]);
}

export type Clawback = {
  readonly advertiserId: number;
  readonly amountMicros: Micros;
  /** What the wallet holds of it. A wallet never goes below 0: the rest is the network's loss. */
  readonly coveredMicros: Micros;
};

/** A gateway took money of a deposit back without asking: a refund made there, or a dispute. */
export function clawbackEntries({ advertiserId, amountMicros, coveredMicros }: Clawback): LedgerEntry[] {
  const destination = networkAccount('clearing_deposits');
  const postings: Posting[] = [];
  if (coveredMicros > 0n) {
    postings.push({ source: walletOf(advertiserId), destination, amountMicros: coveredMicros });
  }
  if (amountMicros > coveredMicros) {
    const source = networkAccount('adjustments');
    postings.push({ source, destination, amountMicros: amountMicros - coveredMicros });
  }
  return entriesOfPostings(postings);
}

/** The same money came back (a refund that failed, a dispute that was won): each gets what it gave. */
export function clawbackReturnEntries(input: Clawback): LedgerEntry[] {
  return clawbackEntries(input).map(({ account, amountMicros }) => ({
    account,
    amountMicros: -amountMicros,
  }));
}

/** What one advertiser's events at one publisher came to. */
export type SettlementLine = {
  readonly advertiserId: number;
  readonly publisherId: number;
  readonly publisherMicros: Micros;
  readonly networkMicros: Micros;
};

/**
 * Charges of a settlement: from the wallets to the publishers' pending earnings and to the network, which gets what is
 * left of the charges. Accounts of 0 are left out, so that no entry moves nothing.
 * @throws RangeError where publishers would get more than was charged, or an amount is below 0
 */
export function settledEntries(sums: {
  /** What each advertiser pays. */
  readonly charged: ReadonlyMap<number, Micros>;
  /** What each publisher gets of it. */
  readonly earned: ReadonlyMap<number, Micros>;
}): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let networkMicros = 0n;
  const add = (account: AccountRef, amountMicros: Micros, gain: 1n | -1n) => {
    if (amountMicros < 0n) throw new RangeError(`a settlement moves ${amountMicros} micros`);
    networkMicros -= amountMicros * gain;
    if (amountMicros !== 0n) entries.push({ account, amountMicros: amountMicros * gain });
  };
  for (const [advertiserId, micros] of sums.charged) add(walletOf(advertiserId), micros, -1n);
  for (const [publisherId, micros] of sums.earned) add(pendingOf(publisherId), micros, 1n);
  if (networkMicros < 0n) throw new RangeError('publishers would get more than was charged');
  if (networkMicros > 0n)
    entries.push({ account: networkAccount('network_revenue'), amountMicros: networkMicros });
  return entries;
}

/** The same of lines, each of one advertiser and publisher. */
export function settlementEntries(lines: readonly SettlementLine[]): LedgerEntry[] {
  const charged = new Map<number, Micros>();
  const earned = new Map<number, Micros>();
  for (const { advertiserId, publisherId, publisherMicros, networkMicros } of lines) {
    charged.set(advertiserId, (charged.get(advertiserId) ?? 0n) + publisherMicros + networkMicros);
    earned.set(publisherId, (earned.get(publisherId) ?? 0n) + publisherMicros);
  }
  return settledEntries({ charged, earned });
}

/** What one publisher gives back of refunded charges. */
export type GivenBack = {
  readonly publisherId: number;
  readonly pendingMicros: Micros;
  readonly availableMicros: Micros;
  /** What they do not hold of their share: the network's loss. */
  readonly uncoveredMicros: Micros;
};

/** Charges go back to the wallet: from the network what it kept, from the publishers what they hold of their shares. */
export function spendRefundEntries(refund: {
  readonly advertiserId: number;
  readonly networkMicros: Micros;
  readonly givenBack: readonly GivenBack[];
}): LedgerEntry[] {
  const destination = walletOf(refund.advertiserId);
  const postings = [
    { source: networkAccount('network_revenue'), amountMicros: refund.networkMicros },
    ...refund.givenBack.flatMap(({ publisherId, pendingMicros, availableMicros, uncoveredMicros }) => [
      { source: pendingOf(publisherId), amountMicros: pendingMicros },
      { source: availableOf(publisherId), amountMicros: availableMicros },
      { source: networkAccount('adjustments'), amountMicros: uncoveredMicros },
    ]),
  ];
  return entriesOfPostings(
    postings
      .filter(({ amountMicros }) => amountMicros !== 0n)
      .map((posting) => ({ ...posting, destination })),
  );
}

/** A closed month's earnings can be withdrawn. */
export function monthCloseEntries(input: { publisherId: number; amountMicros: Micros }): LedgerEntry[] {
  return entriesOfPostings([
    {
      source: pendingOf(input.publisherId),
      destination: availableOf(input.publisherId),
      amountMicros: input.amountMicros,
    },
  ]);
}

/** Set aside while the operator pays. */
export function payoutRequestEntries(input: { publisherId: number; amountMicros: Micros }): LedgerEntry[] {
  return entriesOfPostings([
    {
      source: availableOf(input.publisherId),
      destination: payoutsInFlightOf(input.publisherId),
      amountMicros: input.amountMicros,
    },
  ]);
}

/** Paid: the money has left the network, but for the tax that it holds for the tax office. */
export function payoutCompleteEntries(input: {
  publisherId: number;
  amountMicros: Micros;
  withheldMicros: Micros;
}): LedgerEntry[] {
  const source = payoutsInFlightOf(input.publisherId);
  const paid = {
    source,
    destination: networkAccount('clearing_payouts'),
    amountMicros: input.amountMicros - input.withheldMicros,
  };
  const withheld = {
    source,
    destination: networkAccount('withheld_tax'),
    amountMicros: input.withheldMicros,
  };
  return entriesOfPostings(input.withheldMicros === 0n ? [paid] : [paid, withheld]);
}

/** Rejected or failed: available again. */
export function payoutReturnEntries(input: { publisherId: number; amountMicros: Micros }): LedgerEntry[] {
  return entriesOfPostings([
    {
      source: payoutsInFlightOf(input.publisherId),
      destination: availableOf(input.publisherId),
      amountMicros: input.amountMicros,
    },
  ]);
}

/** The operator's correction, booked against the adjustments account: above zero is a credit to `account`, below a debit. */
export function adjustmentEntries(input: { account: AccountRef; amountMicros: Micros }): LedgerEntry[] {
  const adjustments = networkAccount('adjustments');
  return entriesOfPostings([
    input.amountMicros > 0n
      ? { source: adjustments, destination: input.account, amountMicros: input.amountMicros }
      : { source: input.account, destination: adjustments, amountMicros: -input.amountMicros },
  ]);
}
