/** A reason not to start, in a sentence that says what to do. Shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
}
