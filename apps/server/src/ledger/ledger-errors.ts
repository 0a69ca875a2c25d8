import type { AccountRef } from '@placard/domain/ledger/accounts';
import type { Micros } from '@placard/domain/micros';

/** The account holds less than the transaction takes from it. Nothing was written. */
export class InsufficientFundsError extends Error {
  readonly account: AccountRef;
  readonly balanceMicros: Micros;
  readonly neededMicros: Micros;

  constructor(account: AccountRef, balanceMicros: Micros, neededMicros: Micros) {
    super(
      `${account.kind} of user ${account.ownerId} holds ${balanceMicros} micros, ${neededMicros} are needed`,
    );
    this.name = 'InsufficientFundsError';
    this.account = account;
    this.balanceMicros = balanceMicros;
    this.neededMicros = neededMicros;
  }
}

/** A transaction of this reference exists already: what it stands for has been booked. Nothing was written. */
export class AlreadyPostedError extends Error {
  readonly reference: string;

  constructor(reference: string) {
    super(`ledger transaction ${reference} was posted before`);
    this.name = 'AlreadyPostedError';
    this.reference = reference;
  }
}
