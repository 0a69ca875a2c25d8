/**
 * What is worked out of texts that come again and again, such as addresses and names of browsers. Anybody may send what he likes:
 * so many are remembered at most, none that is too long, and all are forgotten once there are as many.
 */
export class Remembered<Value> {
  private known = new Map<string, Value>();
  private readonly workOut: (text: string) => Value;
  private readonly most: number;
  private readonly longest: number;

  /** @param limits `most` texts, of `longest` characters each at most */
  constructor(workOut: (text: string) => Value, limits: { readonly most: number; readonly longest: number }) {
    this.workOut = workOut;
    this.most = limits.most;
    this.longest = limits.longest;
  }

  of(text: string): Value {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const value = this.workOut(text);
    if (text.length > this.longest) return value;
    if (this.known.size >= this.most) this.known = new Map();
    this.known.set(text, value);
    return value;
  }
}
