import { createHash, createPublicKey, createSign } from 'node:crypto';

// Certificates for tests, byte by byte (DER): Node reads them and cannot make them.

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const attribute = (hex: string, value: string) => tlv(0x31, sequence(oid(hex), tlv(0x0c, Buffer.from(value))));
const time = (value: string) => tlv(0x17, Buffer.from(value));
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), tlv(0x05));

export interface BuiltCertificate {
  readonly pem: string;
  /** in hexadecimal capitals */
  readonly serial: string;
  /** what Alipay calls the certificate's SN: MD5 over its issuer and its number */
  readonly alipaySn: string;
}

/** A certificate signed by its own key, named `name`; `serial` in hexadecimal, beginning below 80. */
export function buildCertificate(name: string, serial: string, privateKey: string): BuiltCertificate {
  const who = sequence(attribute('550406', 'CN'), attribute('55040a', 'Test'), attribute('550403', name));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from(serial, 'hex')),
    sha256WithRsa,
    who,
    sequence(time('250101000000Z'), time('450101000000Z')),
    who,
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey);
  const der = sequence(body, sha256WithRsa, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trim();
  const issuer = `CN=${name},O=Test,C=CN`;
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    serial: serial.toUpperCase(),
    alipaySn: createHash('md5')
      .update(`${issuer}${BigInt(`0x${serial}`)}`)
      .digest('hex'),
  };
}
