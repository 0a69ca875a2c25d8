export type HasProvider = {
  /** Where people of the network may show who they are; null: nowhere but here. */
  readonly provider: SignInProvider | null;
};

/** What goes to the provider with a browser and has to be in what comes back. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Whom the provider vouches for. */
export type Vouched = {
  readonly issuer: string;
  readonly subject: string;
  /** In small letters; null: none, or none that the provider has verified. */
  readonly email: string | null;
  /** When they showed who they are there, in seconds; null: it does not say. */
  readonly authTimeSeconds: number | null;
};

export type SignInProvider = {
  /** What the button names. */
  readonly label: string;
  /** Where the browser goes. @throws ProviderFailure */
  addressOf(checks: Checks): Promise<string>;
  /** @param answer the query with which the browser came back. @throws ProviderFailure */
  takeAnswer(answer: string, checks: Checks): Promise<Vouched>;
};

/** `away`: it may be tried again later; `refused`: what came back proves nothing. `message` holds no secret. */
export class ProviderFailure extends Error {
  readonly kind: 'away' | 'refused';
  constructor(kind: 'away' | 'refused', message: string) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
  }
}
