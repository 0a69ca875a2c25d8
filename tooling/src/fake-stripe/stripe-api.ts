import type { Form } from './form-body.ts';
import { FakeRefusal } from './stripe-objects.ts';
import { StripeReturns } from './stripe-returns.ts';
import type { StripeState } from './stripe-state.ts';

/** A page of what there is, as Stripe gives it: ten unless told otherwise, a hundred at most. */
function list(data: readonly { readonly id: string }[], { path: url, query }: Call) {
  const most = Math.min(Number(query.get('limit') ?? 10), 100);
  const after = query.get('starting_after');
  const from = after === null ? 0 : data.findIndex(({ id }) => id === after) + 1;
  return { object: 'list', data: data.slice(from, from + most), has_more: data.length > from + most, url };
}

type Call = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: Form;
};

/** One call of Stripe's HTTP API. @throws FakeRefusal */
export function answerApi(state: StripeState, call: Call): object {
  const [, , kind = '', id = '', verb = ''] = call.path.split('/');
  switch (`${call.method} ${kind}`) {
    case 'POST customers':
      return state.createCustomer(call.form);
    case 'GET customers':
      state.find(state.customers, id);
      return list([...state.methods.values()].filter((method) => method.customer === id).reverse(), call);
    case 'POST payment_methods':
      return state.detach(id);
    case 'POST payment_intents':
      return verb === 'cancel' ? state.cancelIntent(id) : state.createIntent(call.form);
    case 'GET payment_intents':
      return id === '' ? intentsOf(state, call) : intentOf(state, id, call.query);
    case 'POST refunds':
      return new StripeReturns(state).createRefund(call.form);
    case 'GET refunds':
      return list(ofPayment(state.refunds, call.query), call);
    case 'GET disputes':
      return list(ofPayment(state.disputes, call.query), call);
    case 'POST checkout':
      return verb === '' ? state.createSession(call.form) : state.expireSession(verb);
    case 'GET checkout':
      return sessionOf(state, verb);
    default:
      throw new FakeRefusal(404, {
        type: 'invalid_request_error',
        code: 'unknown_url',
        message: `Unrecognized request URL (${call.method}: ${call.path})`,
      });
  }
}

function intentsOf(state: StripeState, call: Call): object {
  const since = Number(call.query.get('created[gte]') ?? 0);
  const customer = call.query.get('customer');
  const found = [...state.intents.values()].filter(
    (intent) => intent.customer === customer && intent.created >= since,
  );
  return list(found.reverse(), call);
}

function intentOf(state: StripeState, id: string, query: URLSearchParams): object {
  const intent = state.find(state.intents, id);
  const charge = state.charges.get(intent.latest_charge ?? '');
  return query.get('expand[0]') === 'latest_charge' && charge !== undefined
    ? { ...intent, latest_charge: charge }
    : intent;
}

function sessionOf(state: StripeState, id: string): object {
  const session = state.find(state.sessions, id);
  return { ...session, setup_intent: state.setups.get(session.setup_intent ?? '') ?? null };
}

function ofPayment<Item extends { id: string; payment_intent: string }>(
  items: ReadonlyMap<string, Item>,
  query: URLSearchParams,
): Item[] {
  return [...items.values()].filter((item) => item.payment_intent === query.get('payment_intent'));
}

/** What a repetition under the same key must repeat. */
export function requestText(call: Call): string {
  return `${call.method} ${call.path} ${JSON.stringify(call.form)}`;
}

export function apiCall(method: string, url: URL, form: Form): Call {
  return { method, path: url.pathname, query: url.searchParams, form };
}
