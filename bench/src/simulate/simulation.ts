/** What a simulation gives: figures for programs, and a picture and a table for people. */
export type Simulation = {
  readonly name: string;
  readonly figures: object;
  /** SVG. */
  readonly picture: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
