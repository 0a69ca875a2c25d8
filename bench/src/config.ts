/** With these a suite does less, or something else, than it does by itself. */
const SMALLER_BY = ['CALLS', 'INPUTS', 'KILLS', 'ONLY', 'ROUNDS'];

/** @returns the settings of an environment that make long suites smaller */
export function smallerBy(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const names = Object.keys(environment).filter((name) => /^PLACARD_(FAULT|FUZZ|UPGRADE)_/.test(name));
  return names.filter((name) => SMALLER_BY.some((part) => name.endsWith(`_${part}`))).toSorted();
}
