import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The few shapes of CBOR that an authenticator writes: whole numbers, texts, bytes and maps. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export type Behaviour = {
  readonly origin?: string;
  readonly verified?: boolean;
  /** What it says it has counted; without, one more each time. */
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
};

/** An authenticator of P-256 as WebAuthn has it, for tests: its answers are signed by a real key. */
export class SoftAuthenticator {
  readonly #id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #public: Buffer;
  #counter = 0;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => Buffer.from(text, 'base64url');
    // COSE: kty EC2, alg ES256, crv P-256.
    const numbers: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ];
    this.#public = cbor(new Map(numbers));
  }

  /** @param options JSON as the server gives it */
  make(options: string, behaviour: Behaviour = {}): string {
    const { challenge, rp, user } = JSON.parse(options);
    this.#userHandle = user.id;
    const client = clientData('webauthn.create', challenge, rp.id, behaviour);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(this.#id.length >> 8, this.#id.length & 255),
      this.#id,
      this.#public,
    ]);
    const data = Buffer.concat([this.#head(rp.id, HAS_CREDENTIAL, behaviour), credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** @param options JSON as the server gives it */
  show(options: string, behaviour: Behaviour = {}): string {
    const { challenge, rpId } = JSON.parse(options);
    const client = clientData('webauthn.get', challenge, rpId, behaviour);
    const data = this.#head(rpId, 0, behaviour);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: behaviour.userHandle ?? this.#userHandle,
    });
  }

  #head(host: string, flags: number, { verified = true, counter }: Behaviour): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | USER_PRESENT | (verified ? USER_VERIFIED : 0));
    rest.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), rest]);
  }

  #answer(response: Readonly<Record<string, unknown>>): string {
    const id = this.#id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}

function clientData(type: string, challenge: string, host: string, behaviour: Behaviour): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: behaviour.challenge ?? challenge,
      origin: behaviour.origin ?? `https://${host}`,
      crossOrigin: false,
    }),
  );
}
