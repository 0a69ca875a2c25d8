type Environment = Readonly<Record<string, string | undefined>>;

const PATIENCE_MS = 8_000;

/** What is asked where nobody says: dashboard and ad server of a `placard start`. */
function placesOf(words: readonly string[], { PORT, DELIVERY_PORT }: Environment): readonly string[] {
  if (words.length > 0) return words;
  return [`${PORT || 8080}/api/health`, `${DELIVERY_PORT || 8081}/health`];
}

/**
 * `placard healthy [PORT/PATH …]`, for whoever watches a container from inside: asks this machine, and says what is not well.
 * @returns the exit code
 */
export async function askHealth(
  words: readonly string[],
  environment: Environment,
  say: (sentence: string) => void,
): Promise<number> {
  let code = 0;
  for (const place of placesOf(words, environment)) {
    const url = `http://127.0.0.1:${place}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      (cause: Error) => cause,
    );
    if (answer instanceof Response && answer.ok) continue;
    code = 1;
    say(`${url}: ${answer instanceof Response ? await answer.text() : answer.message}`);
  }
  return code;
}
