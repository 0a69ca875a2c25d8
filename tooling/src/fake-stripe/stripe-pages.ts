import { FAKE_CARDS, type FakeCardNumber } from './stripe-objects.ts';
import type { StripeState } from './stripe-state.ts';

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

const button = (name: string, value: string, label: string) =>
  `<button name="${name}" value="${value}">${label}</button> `;

export type PageAnswer = { readonly html: string } | { readonly to: string };

function checkoutPage(state: StripeState, id: string, said = ''): PageAnswer {
  const session = state.find(state.sessions, id);
  if (session.status !== 'open') return { html: page('This page is over', '') };
  const { wanted, mode } = session;
  const title =
    mode === 'setup' ? 'Save a card' : `Pay ${(wanted.amount / 100).toFixed(2)} ${wanted.currency}`;
  const cards = FAKE_CARDS.map((last4) => button('card', last4, `Card ${last4}`)).join('');
  const alert = said === '' ? '' : `<p role="alert">${said}</p>`;
  return {
    html: page(title, `${alert}<form method="post">${cards}</form><a href="${session.cancel_url}">Back</a>`),
  };
}

/** What Stripe shows to a browser: the page on which a card is entered, and the bank's question. */
export function pageOf(state: StripeState, path: string, form: URLSearchParams | null): PageAnswer | null {
  const [, kind, id = ''] = path.split('/');
  if (kind === 'checkout') {
    if (form === null) return checkoutPage(state, id);
    const card = FAKE_CARDS.find((last4): last4 is FakeCardNumber => last4 === form.get('card'));
    const entered = state.enterCard(id, card ?? '4242');
    return 'to' in entered ? entered : checkoutPage(state, id, entered.fault.message);
  }
  if (kind !== '3ds') return null;
  const intent = state.find(state.intents, id);
  const returnUrl = intent.next_action?.redirect_to_url.return_url ?? '';
  if (form === null) {
    const buttons =
      button('proved', 'yes', 'Complete authentication') + button('proved', 'no', 'Fail authentication');
    return { html: page('Your bank asks: is it you?', `<form method="post">${buttons}</form>`) };
  }
  state.authenticate(id, form.get('proved') === 'yes');
  const session = [...state.sessions.values()].find((each) => each.payment_intent === id);
  if (session === undefined) {
    const back = new URL(returnUrl);
    back.searchParams.set('payment_intent', id);
    back.searchParams.set('payment_intent_client_secret', `${id}_secret_fake`);
    back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    return { to: back.href };
  }
  if (intent.status === 'succeeded') {
    state.complete(session);
    return { to: returnUrl };
  }
  return { to: session.url ?? returnUrl };
}
