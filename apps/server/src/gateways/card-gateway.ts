import type { DisputeStage } from '@placard/domain/billing/dispute';
/** Who takes money by card; null where nobody does. */
export type HasCards = { readonly cards: CardGateway | null };
/**
 * The port to whoever takes money by card. Card data never touch Placard: cards are entered on the gateway's own pages,
 * and what comes back are its ids. Amounts are counted in the currency's smallest units, as gateways do.
 */

export type GatewayCard = {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiresMonth: number;
  readonly expiresYear: number;
  /** The same for the same card number; null where the gateway does not tell. */
  readonly fingerprint: string | null;
};

/** Why a payment did not work: a code, and words that the payer may read. */
export type GatewayFailure = { readonly code: string; readonly text: string };

export type GatewayRefund = {
  readonly id: string;
  /** Our refund's id, where it was we who asked. */
  readonly refundId: number | null;
  readonly amountMinor: bigint;
  /** `taken`: the money has left or is leaving; `returned`: it came back or never left. */
  readonly state: 'taken' | 'returned';
  readonly failure: string | null;
};

export type GatewayDispute = {
  readonly id: string;
  /** Of the payment's currency, whichever the payer's bank contests in. */
  readonly amountMinor: bigint;
  /** `open`: only asked about, no money has moved. */
  readonly state: 'open' | 'taken' | 'returned';
  readonly reason: string;
  readonly stage: DisputeStage;
  /** Until when it can be answered; null: no more, or not at all. */
  readonly dueAt: Date | null;
  readonly openedAt: Date;
};

export type GatewayPayment = {
  readonly id: string;
  /** Our deposit's reference; null for payments that are none of ours. */
  readonly reference: string | null;
  /** `open`: nobody has tried to pay yet, or another try is possible. */
  readonly state: 'open' | 'processing' | 'needs_action' | 'succeeded' | 'cancelled';
  /** What was received if it succeeded, else what is asked for. */
  readonly amountMinor: bigint;
  /** ISO 4217, capitals. */
  readonly currency: string;
  /** Where the payer proves to be the owner of the card; only with `needs_action`. */
  readonly actionUrl: string | null;
  /** Of the last try. */
  readonly failure: GatewayFailure | null;
  readonly refunds: readonly GatewayRefund[];
  readonly disputes: readonly GatewayDispute[];
};

export type GatewayCheckout = {
  readonly id: string;
  readonly purpose: 'pay' | 'save_card';
  readonly state: 'open' | 'complete' | 'expired';
  /** The page; null once it is over. */
  readonly url: string | null;
  readonly customerId: string | null;
  readonly reference: string | null;
  /** The payment, from the moment somebody tries to pay. */
  readonly paymentId: string | null;
  /** The saved card of a complete visit that was for saving one. */
  readonly cardId: string | null;
};

/** What an event is about: enough to ask for the present state. `null`: nothing of ours. */
export type EventSubject =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'checkout'; readonly checkoutId: string }
  | { readonly kind: 'customer'; readonly customerId: string }
  | null;

export type GatewayEvent = { readonly id: string; readonly type: string; readonly subject: EventSubject };

export type NewPayment = {
  readonly reference: string;
  readonly customerId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly description: string;
};

export type CardGateway = {
  /** @returns the customer's id. The same key makes no second one. */
  createCustomer(customer: {
    readonly key: string;
    readonly email: string;
    readonly name: string;
  }): Promise<string>;
  /** A page on which a card is saved; `returnUrl` gets its id in place of `{CHECKOUT}`. */
  saveCardPage(visit: {
    readonly customerId: string;
    readonly currency: string;
    readonly returnUrl: string;
    readonly leaveUrl: string;
  }): Promise<GatewayCheckout>;
  /** A page on which a deposit is paid. The same deposit gets the same page. */
  payPage(
    payment: NewPayment & {
      readonly saveCard: boolean;
      readonly returnUrl: string;
      readonly leaveUrl: string;
    },
  ): Promise<GatewayCheckout>;
  /**
   * Charges a saved card once, however often it is called for the same deposit. A card that is declined gives a
   * payment with a `failure`, no error.
   */
  payWithCard(
    payment: NewPayment & {
      readonly cardId: string;
      /** Null: the payer is not there to prove anything; what needs that fails with `authentication_required`. */
      readonly returnUrl: string | null;
    },
  ): Promise<GatewayPayment>;
  /** A payment with its refunds and disputes, as they are now. */
  readPayment(paymentId: string): Promise<GatewayPayment>;
  /** The payment of a deposit, where an answer was lost and its id with it; null if there is none. */
  findPayment(search: {
    readonly customerId: string;
    readonly reference: string;
    readonly since: Date;
  }): Promise<GatewayPayment | null>;
  readCheckout(checkoutId: string): Promise<GatewayCheckout>;
  /** Ends a page or a payment that nobody has paid. Whoever paid first wins: the state afterwards is what counts. */
  closeCheckout(checkoutId: string): Promise<GatewayCheckout>;
  cancelPayment(paymentId: string): Promise<GatewayPayment>;
  /** Gives money back once for the same key. */
  refund(refund: {
    readonly key: string;
    readonly paymentId: string;
    readonly refundId: number;
    readonly amountMinor: bigint;
  }): Promise<GatewayRefund>;
  /** The customer's saved cards, newest first. */
  listCards(customerId: string): Promise<readonly GatewayCard[]>;
  /** Forgets a card; one that is forgotten already is no fault. */
  forgetCard(cardId: string): Promise<void>;
  /** An event as it came in. @returns null when the signature is not the gateway's, or too old. */
  readEvent(body: Buffer, signature: string, now: Date): GatewayEvent | null;
};

/** Nobody knows whether it was done: no answer, or a fault on the gateway's side. Asking again with the same key is safe. */
export class GatewayAwayError extends Error {
  constructor(why: string) {
    super(`the card gateway gave no answer: ${why}`);
    this.name = 'GatewayAwayError';
  }
}

/** The gateway understood and said no: nothing was done. */
export class GatewayRefusedError extends Error {
  readonly code: string;
  constructor(failure: GatewayFailure) {
    super(failure.text);
    this.name = 'GatewayRefusedError';
    this.code = failure.code;
  }
}
