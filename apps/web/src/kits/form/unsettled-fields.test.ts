import { expect, it } from 'vitest';
import { type Outcome, UnsettledFields } from './unsettled-fields.ts';

const started = (fields: UnsettledFields, field = 'image') => {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  void fields.work(field, promise);
  return resolve;
};

it('lets a save go on at once where nothing is under way', async () => {
  const fields = new UnsettledFields();
  expect(fields.state()).toEqual({ pending: false, faults: {} });
  expect(await fields.settled()).toBe(true);
});

it('lets a save wait for all that is under way', async () => {
  const fields = new UnsettledFields();
  const image = started(fields);
  const logo = started(fields, 'logo');
  let over = false;
  const settled = fields.settled().then((goOn) => {
    over = true;
    return goOn;
  });
  image('taken');
  await Promise.resolve();
  await Promise.resolve();
  expect([over, fields.state().pending]).toEqual([false, true]);
  logo('taken');
  expect(await settled).toBe(true);
  expect(fields.state().pending).toBe(false);
});

it('keeps the words of a refusal for the field until something else is tried or it is let go', async () => {
  const fields = new UnsettledFields();
  started(fields)({ fault: 'Too large' });
  expect(await fields.settled()).toBe(true);
  expect(fields.state()).toEqual({ pending: false, faults: { image: 'Too large' } });
  const second = started(fields);
  expect(fields.state()).toEqual({ pending: true, faults: {} });
  second({ fault: 'Damaged' });
  await fields.settled();
  fields.forget('image');
  expect(fields.state()).toEqual({ pending: false, faults: {} });
});

it('counts the newest work of a field alone', async () => {
  const fields = new UnsettledFields();
  const first = started(fields);
  const second = started(fields);
  const settled = fields.settled();
  first({ fault: 'Too large' });
  await Promise.resolve();
  expect(fields.state()).toEqual({ pending: true, faults: {} });
  second('taken');
  expect(await settled).toBe(true);
  expect(fields.state().faults).toEqual({});
});

it('keeps a save from going on where what it waited for was let go', async () => {
  const fields = new UnsettledFields();
  started(fields);
  const settled = fields.settled();
  fields.forget('image');
  expect(await settled).toBe(false);
  const again = started(fields);
  const next = fields.settled();
  again('taken');
  expect(await next).toBe(true);
});
