/** As whom, and where: see the help of the command. */
export function commandEnvironment(): Readonly<Record<string, string | undefined>> {
  const { PLACARD_URL, PLACARD_OPERATOR_EMAIL, PLACARD_OPERATOR_PASSWORD } = process.env;
  return { PLACARD_URL, PLACARD_OPERATOR_EMAIL, PLACARD_OPERATOR_PASSWORD };
}
