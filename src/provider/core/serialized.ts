/**
 * The response body of a call: its output, checked against the output schema and serialized. `write` and `cached` return one, so a
 * handler cannot change what they have checked; the type parameter keeps the output's type for the compiler.
 */
export class Serialized<out T> {
  declare readonly output?: T;
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}
